import PassCore
import PassDomain
import PassEndpointKit

/// The parameters with which a client controls how the subscriber signs in (OpenID Connect Core, section 3.1.2.1), and
/// those with which it binds the code to its own login (PKCE; RFC 7636, section 4.3).
struct AuthorizationParameters: Hashable {
    var scopes: [String]
    var nonce: String?
    var challenge: CodeChallenge?
    var prompts: Set<Prompt> = []
    /// The maximum time since the subscriber signed in; `nil` means no limit.
    var longestAge: TimeToLive?
    /// The user name with which the form is filled in.
    var username: String?

    /// Whether the form must be shown even in a browser with a session.
    var wantsForm: Bool { !prompts.isDisjoint(with: [.login, .consent, .selectAccount]) }

    /// The values of the parameter `prompt`.
    enum Prompt: String, Hashable {
        /// No page may be shown.
        case none
        /// A subscriber who is signed in must sign in again.
        case login
        /// The subscriber must consent. The form names the requestor, so signing in counts as consent.
        case consent
        /// The subscriber must be able to choose another account, which the form allows.
        case selectAccount = "select_account"
    }

    /// Reads the parameters of a request.
    ///
    /// - Throws: `AuthorizationRefusal` for a parameter that is missing, malformed or not supported.
    init(_ parameters: Parameters) throws(AuthorizationRefusal) {
        for (name, code) in Self.unsupported where !parameters.all(name).isEmpty {
            throw AuthorizationRefusal(code, "This provider doesn't support the parameter \(name).")
        }
        guard let type = try Self.value("response_type", parameters) else {
            throw AuthorizationRefusal(.invalidRequest, "The parameter response_type is missing.")
        }
        guard type == "code" else {
            throw AuthorizationRefusal(.unsupportedResponseType, "This provider supports only response_type=code.")
        }
        if let mode = try Self.value("response_mode", parameters), mode != "query" {
            throw AuthorizationRefusal(.invalidRequest, "This provider supports only response_mode=query.")
        }
        if let text = try Self.value("scope", parameters) {
            guard let named = Scopes.read(text) else {
                throw AuthorizationRefusal(.invalidScope, "The parameter scope isn't a list of scopes.")
            }
            scopes = named
        } else {
            scopes = AuthorizationRequest.defaultScopes
        }
        nonce = try Self.value("nonce", parameters)
        challenge = try Self.challenge(parameters)
        prompts = try Self.prompts(Self.value("prompt", parameters) ?? "")
        if let text = try Self.value("max_age", parameters) {
            guard let seconds = Int64(text), seconds >= 0 else {
                throw AuthorizationRefusal(.invalidRequest, "The parameter max_age isn't a number of seconds.")
            }
            longestAge = .seconds(seconds)
        }
        if let hint = try Self.value("login_hint", parameters), hint.utf8.count <= SubscriberAccount.longestUsername {
            username = hint
        }
    }

    /// The optional parameters of OpenID Connect that these MVPDs don't support, each with its error code (section
    /// 3.1.2.6).
    private static let unsupported: [(name: String, code: AuthorizationRefusal.Code)] = [
        ("request", .requestNotSupported), ("request_uri", .requestURINotSupported),
        ("registration", .registrationNotSupported),
    ]

    /// Reads the challenge. Without a method it is plain, and an unknown method is an invalid request (RFC 7636,
    /// sections 4.3 and 4.4.1).
    private static func challenge(_ parameters: Parameters) throws(AuthorizationRefusal) -> CodeChallenge? {
        let named = try value("code_challenge_method", parameters)
        guard let method = CodeChallenge.Method(rawValue: named ?? CodeChallenge.Method.plain.rawValue) else {
            throw AuthorizationRefusal(.invalidRequest, "This provider supports only the methods S256 and plain.")
        }
        guard let text = try value("code_challenge", parameters) else {
            guard named == nil else {
                throw AuthorizationRefusal(.invalidRequest, "The parameter code_challenge is missing.")
            }
            return nil
        }
        guard let challenge = CodeChallenge(text, method) else {
            throw AuthorizationRefusal(
                .invalidRequest, "The parameter code_challenge isn't 43 to 128 unreserved characters.")
        }
        return challenge
    }

    private static func prompts(_ text: String) throws(AuthorizationRefusal) -> Set<Prompt> {
        var prompts: Set<Prompt> = []
        for word in text.split(separator: " ") {
            guard let prompt = Prompt(rawValue: String(word)) else {
                throw AuthorizationRefusal(.invalidRequest, "The parameter prompt has an unknown value.")
            }
            prompts.insert(prompt)
        }
        guard !prompts.contains(.none) || prompts.count == 1 else {
            throw AuthorizationRefusal(.invalidRequest, "The prompt value none can't be combined with others.")
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
