import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit

/// The user name and password that a subscriber typed into the login form.
struct Credentials {
    let username: String?
    let password: String?
    /// Whether the form had either of the two fields; clients without a browser first post only the hidden fields.
    let wereAsked: Bool
    /// Whether the form had a field for a password.
    let passwordWasAsked: Bool
    /// Whether the subscriber wants to go back from the second of two pages to the first.
    let wantsFirstPage: Bool

    /// The maximum length of a password, in bytes of UTF-8.
    static let longestPassword = 1024

    /// The names of the user name field and, below, of the password field. The first one is the name on the pages here.
    /// The others are the names on real MVPDs' pages, which some clients without a browser send whatever the page says
    /// (legacy protocol, "SAML details").
    private static let usernameFields = [
        "username", "UserName", "user", "userid", "email", "Ecom_User_ID", "j_username", "IDToken1",
    ]
    private static let passwordFields = [
        "password", "UserPassword", "passwd", "loginpassword", "Ecom_Password", "j_password", "IDToken2",
    ]

    /// Reads the credentials from a form.
    ///
    /// - Parameter entered: the user name from an earlier page, for clients that don't post it again.
    /// - Throws: `EntitlementFailure.malformedParameter` for a value that is too long or holds a control character.
    init(_ parameters: Parameters, entered: String? = nil) throws(EntitlementFailure) {
        let usernameField = Self.usernameFields.first { !parameters.all($0).isEmpty }
        let passwordField = Self.passwordFields.first { !parameters.all($0).isEmpty }
        if let usernameField {
            username = try parameters.optional(usernameField, longest: SubscriberAccount.longestUsername)
        } else {
            username = entered
        }
        password = try parameters.optional(passwordField ?? "password", longest: Self.longestPassword)
        passwordWasAsked = passwordField != nil
        wereAsked = passwordWasAsked || usernameField != nil
        wantsFirstPage = try parameters.optional("back") != nil
    }

    /// The result of checking the credentials.
    enum Outcome {
        /// The form had neither field.
        case notAsked
        /// The credentials are missing, wrong or refused; the problem has the sentence for the subscriber.
        case problem(LoginPage.Problem)
        /// The credentials are right; the MVPD itself may still fail.
        case accepted(SubscriberAccount)
    }

    /// Checks the credentials at an MVPD.
    func outcome(at site: MVPDSite) -> Outcome {
        guard wereAsked else { return .notAsked }
        guard let username else { return .problem(password == nil ? .nothingEntered : .noUsername) }
        guard let password else { return .problem(.noPassword) }
        let subscriber = site.account(SubscriberID(rawValue: username))
        // The comparison is made for unknown names too, so they take as long as known ones.
        let isRight = Self.matches(password, subscriber?.password ?? "")
        guard let subscriber, isRight || subscriber.password == nil else {
            return .problem(.notRight)
        }
        switch subscriber.signIn {
        case .succeeds, .breaks: return .accepted(subscriber)
        case .refused(let sentence): return .problem(LoginPage.Problem(sentence: sentence))
        }
    }

    /// Compares digests, whose equal lengths hide the length of the password.
    private static func matches(_ given: String, _ expected: String) -> Bool {
        ConstantTime.equal(Digest.sha256(given.utf8), Digest.sha256(expected.utf8))
    }
}
