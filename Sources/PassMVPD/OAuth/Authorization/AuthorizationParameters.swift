import PassCore
import PassDomain
import PassEndpointKit

/// How a client wants the subscriber to be asked (OpenID Connect Core, section 3.1.2.1).
struct AuthorizationWish: Hashable {
    var scopes: [String]
    var nonce: String?
    var prompts: Set<Prompt> = []
    /// How long ago the subscriber may have signed in; `nil` for any time.
    var longestAge: TimeToLive?
    /// The user name that the form shows first.
    var username: String?

    /// Whether somebody has to sign in, even in a browser that is known.
    var wantsForm: Bool { !prompts.isDisjoint(with: [.login, .consent, .selectAccount]) }

    enum Prompt: String, Hashable {
        /// Nothing may be shown.
        case none
        /// Whoever is signed in signs in again.
        case login
        /// Who watches what is on the form, so that signing in is to consent.
        case consent
        /// The form is where another account is chosen.
        case selectAccount = "select_account"
    }

    /// - Throws: `AuthorizationRefusal`.
    init(_ parameters: Parameters) throws(AuthorizationRefusal) {
        for (name, code) in Self.unsupported where !parameters.all(name).isEmpty {
            throw AuthorizationRefusal(code, "This provider does not read the parameter \(name).")
        }
        guard let type = try Self.value("response_type", parameters) else {
            throw AuthorizationRefusal(.invalidRequest, "The parameter response_type is missing.")
        }
        guard type == "code" else {
            throw AuthorizationRefusal(.unsupportedResponseType, "This provider gives codes only.")
        }
        if let mode = try Self.value("response_mode", parameters), mode != "query" {
            throw AuthorizationRefusal(.invalidRequest, "This provider answers in the query only.")
        }
        scopes = try Scopes.read(Self.value("scope", parameters)) ?? AuthorizationRequest.defaultScopes
        nonce = try Self.value("nonce", parameters)
        prompts = try Self.prompts(Self.value("prompt", parameters) ?? "")
        if let text = try Self.value("max_age", parameters) {
            guard let seconds = Int64(text), seconds >= 0 else {
                throw AuthorizationRefusal(.invalidRequest, "The parameter max_age is no number of seconds.")
            }
            longestAge = .seconds(seconds)
        }
        if let hint = try Self.value("login_hint", parameters), hint.utf8.count <= Credentials.longestUsername {
            username = hint
        }
    }

    /// What OpenID Connect has for those who read it, and how a provider says that it doesn't (section 3.1.2.6).
    private static let unsupported: [(name: String, code: AuthorizationRefusal.Code)] = [
        ("request", .requestNotSupported), ("request_uri", .requestURINotSupported),
        ("registration", .registrationNotSupported),
    ]

    private static func prompts(_ text: String) throws(AuthorizationRefusal) -> Set<Prompt> {
        var prompts: Set<Prompt> = []
        for word in text.split(separator: " ") {
            guard let prompt = Prompt(rawValue: String(word)) else {
                throw AuthorizationRefusal(.invalidRequest, "The parameter prompt has an unknown value.")
            }
            prompts.insert(prompt)
        }
        guard !prompts.contains(.none) || prompts.count == 1 else {
            throw AuthorizationRefusal(.invalidRequest, "The value none of prompt stands alone.")
        }
        return prompts
    }

    private static func value(_ name: String, _ parameters: Parameters) throws(AuthorizationRefusal) -> String? {
        do {
            return try parameters.optional(name, longest: 1024)
        } catch {
            throw AuthorizationRefusal(.invalidRequest, "The parameter \(name) is malformed or given twice.")
        }
    }
}
