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

    /// - Throws: `EntitlementFailure.malformedParameter` for a value that is too long or holds a control character.
    init(_ parameters: Parameters) throws(EntitlementFailure) {
        username = try parameters.optional("username", longest: Self.longestUsername)
        password = try parameters.optional("password", longest: Self.longestPassword)
        passwordWasAsked = !parameters.all("password").isEmpty
        wereAsked = passwordWasAsked || !parameters.all("username").isEmpty
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
