import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit

/// What was typed into the login form.
struct Credentials {
    let username: String?
    let password: String?
    /// Whether the form had the two fields at all; clients without a browser first post the hidden ones alone.
    let wereAsked: Bool
    /// Whether the form had a field for a password.
    let passwordWasAsked: Bool
    /// Whether somebody on the second of two pages wants the first again.
    let wantsFirstPage: Bool

    static let longestUsername = 256
    static let longestPassword = 1024

    /// The names of the two fields: those of the pages here, then those of real MVPDs' pages, which clients without a
    /// browser send whatever the page says (legacy protocol, "SAML details").
    private static let usernameFields = [
        "username", "UserName", "user", "userid", "email", "Ecom_User_ID", "j_username", "IDToken1",
    ]
    private static let passwordFields = [
        "password", "UserPassword", "passwd", "loginpassword", "Ecom_Password", "j_password", "IDToken2",
    ]

    /// - Parameter entered: the user name of an earlier page, for clients that don't post it again.
    /// - Throws: `EntitlementFailure.malformedParameter` for a value that is too long or holds a control character.
    init(_ parameters: Parameters, entered: String? = nil) throws(EntitlementFailure) {
        let usernameField = Self.usernameFields.first { !parameters.all($0).isEmpty }
        let passwordField = Self.passwordFields.first { !parameters.all($0).isEmpty }
        if let usernameField {
            username = try parameters.optional(usernameField, longest: Self.longestUsername)
        } else {
            username = entered
        }
        password = try parameters.optional(passwordField ?? "password", longest: Self.longestPassword)
        passwordWasAsked = passwordField != nil
        wereAsked = passwordWasAsked || usernameField != nil
        wantsFirstPage = try parameters.optional("back") != nil
    }

    /// What comes of them.
    enum Outcome {
        case notAsked
        case problem(LoginPage.Problem)
        /// Nothing is wrong with them; the MVPD itself may still fail.
        case accepted(Subscriber)
    }

    func outcome(at mvpd: MVPDID, in catalog: Catalog) -> Outcome {
        guard wereAsked else { return .notAsked }
        guard let username else { return .problem(password == nil ? .nothingEntered : .noUsername) }
        guard let password else { return .problem(.noPassword) }
        let subscriber = catalog.subscribers[SubscriberID(rawValue: username)]
        // The comparison is made for unknown names too, so that they take as long as known ones.
        let isRight = Self.matches(password, subscriber?.password ?? "")
        guard let subscriber, subscriber.hasAccount(at: mvpd), isRight || subscriber.password == nil else {
            return .problem(.notRight)
        }
        switch subscriber.signIn {
        case .succeeds, .breaks: return .accepted(subscriber)
        case .refused(let sentence): return .problem(LoginPage.Problem(sentence: sentence))
        }
    }

    /// Digests are of one length, so the comparison tells nothing of the password's.
    private static func matches(_ given: String, _ expected: String) -> Bool {
        ConstantTime.equal(Digest.sha256(given.utf8), Digest.sha256(expected.utf8))
    }
}
