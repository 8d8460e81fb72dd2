import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import PassTokens

/// The exchanges of one login, and those that follow from it.
struct Flow {
    /// The ID of the first exchange of the flow that the journal still holds.
    let id: String
    let exchanges: [ReadExchange]

    /// The name that requests use for the flow with the most recent exchange.
    static let latest = "latest"

    /// The result of a flow.
    enum Outcome: String, Sendable {
        /// No user has logged in so far.
        case pending
        case loggedIn
        /// The last login or authorization ended with a refusal, the MVPD failed, or the client didn't get the answer.
        case failed
        /// The last authorization gave permission.
        case permitted
        /// The last authorization was denied.
        case denied
        case loggedOut
    }

    /// The result so far.
    var outcome: Outcome {
        Self.outcome(of: exchanges.lazy.map { (Self.result(of: $0.entry), Self.givesLogin($0.entry)) })
    }

    /// Returns the result of a flow, which is that of its last exchange that has one.
    ///
    /// If no exchange has a result, but one gave the app its login, the result is `loggedIn`: the user has logged in
    /// without a browser, or before the journal began.
    ///
    /// - Parameter exchanges: the result of each exchange, and whether it gave the app its login.
    static func outcome(of exchanges: some Sequence<(result: Outcome?, givesLogin: Bool)>) -> Outcome {
        exchanges.reduce(.pending) { known, exchange in
            exchange.result ?? (known == .pending && exchange.givesLogin ? .loggedIn : known)
        }
    }

    /// Returns the result that an exchange gives its flow; `nil` if it doesn't change the result.
    static func result(of entry: JournalEntry) -> Outcome? {
        guard let answer = entry.answer, let operation = entry.operation else { return nil }
        let status = answer.response.status.code
        let words = answer.circumstances.outcome?.words?.outcome
        let isRefused =
            status >= 400 || ["refused", "failed", "invalid"].contains(words)
            || answer.circumstances.delivery?.isComplete == false
        switch operation {
        case .consumeAssertion, .consumeAuthorizationCode, .completePlatformLogin, .createPartnerProfile:
            return isRefused ? .failed : .loggedIn
        case .authorize, .authorizeDevice, .shortAuthorize, .deviceShortAuthorize, .retrieveAuthorizationDecisions:
            if words == "denied" { return .denied }
            if isRefused { return .failed }
            if words == "permitted" { return .permitted }
            return isPermission(answer.response.body) ? .permitted : .denied
        case .logout, .initiateLogout, .consumeLogoutResponse, .consumeOAuthLogout: return isRefused ? nil : .loggedOut
        default: return operation.family == .mvpd && status >= 500 ? .failed : nil
        }
    }

    /// Whether an answer gives the app its login: an authN token, or the profile of the login with a code.
    static func givesLogin(_ entry: JournalEntry) -> Bool {
        guard let answer = entry.answer, answer.response.status == .ok,
            answer.circumstances.delivery?.isComplete != false
        else { return false }
        switch entry.operation {
        case .session, .sessionDevice: return InspectedToken(answer.response.body)?.kind == .authentication
        case .retrieveProfileForCode: return ExchangeFacts.profileMVPD(entry) != nil
        default: return false
        }
    }

    /// Whether the body of an authorization's answer gives permission, by a token or a positive decision.
    private static func isPermission(_ body: [UInt8]) -> Bool {
        ByteSearch.contains("signatureInfo", in: body[...]) || ByteSearch.contains("\"authorized\":true", in: body[...])
    }
}
