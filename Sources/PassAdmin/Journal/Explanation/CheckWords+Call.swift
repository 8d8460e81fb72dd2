import PassCore
import PassDomain

extension CheckWords {
    /// Returns the words for the checks before the operation, and for the checks of names in a request; `nil` for other
    /// checks.
    static func call(_ check: Check) -> CheckWords? {
        switch check {
        case .throttle(let address, let rate, let burst):
            CheckWords(
                "throttle",
                [("address", .text(address)), ("requestsPerSecond", .number(rate)), ("burst", .number(burst))],
                passed: "The address \(address) is within its limit of requests.",
                failed: "The address \(address) has made more requests than the throttle allows: \(rate) a "
                    + "second, plus a burst of \(burst).")
        case .rule(let id, let miss):
            CheckWords(
                "rule", [("rule", .text(id)), ("effect", .text(miss.rawValue))],
                passed: "The rule \(id) has no effect: it \(words(of: miss)).", failed: "")
        case .ruleEffect(let id, let action):
            CheckWords(
                "rule", [("rule", .text(id)), ("effect", .text(action))],
                passed: "\(subject(rule: id)) took effect (\(action)), and the operation answered.",
                failed: action.contains("MVPD down")
                    ? "\(subject(rule: id)) acts as if the MVPD were down, so its page answered with an error."
                    : "\(subject(rule: id)) took effect (\(action)), so the rule decided the answer, not the operation."
            )
        case .unreadableAction(let reason):
            CheckWords(
                "X-Pass-Fault", [("reason", .text(reason))], passed: "",
                failed:
                    "The header field X-Pass-Fault asks for an action that can't be read, so the request was refused "
                    + "before any operation saw it: \(reason)")
        case .furtherRules(let count):
            CheckWords(
                "further rules", [("rules", .number(count))],
                passed: "\(count == 1 ? "1 further rule has" : "\(count) further rules have") no effect.",
                failed: "")
        case .request:
            CheckWords(
                "request", passed: "The request has what the operation needs.",
                failed: "The operation doesn't accept the request.")
        case .requestor(let id, let isKnown):
            CheckWords(
                "requestor", [("requestor", .text(id.rawValue)), ("known", .flag(isKnown))],
                passed: isKnown
                    ? "The requestor \(id) is known."
                    : "The requestor \(id) isn't in the configuration, and unknown ones are accepted.",
                failed: "The requestor \(id) isn't in the configuration, and unknown ones are refused.")
        case .mvpd(let id):
            CheckWords(
                "MVPD", [("mvpd", .text(id.rawValue))], passed: "The MVPD \(id) is known.",
                failed: "The MVPD \(id) isn't in the configuration, and unknown ones are refused.")
        case .integration(let requestor, let mvpd):
            CheckWords(
                "integration", [("requestor", .text(requestor.rawValue)), ("mvpd", .text(mvpd.rawValue))],
                passed: "\(requestor) is integrated with \(mvpd).",
                failed: "\(requestor) has no integration with \(mvpd), or it is switched off.")
        case .returnAddress(let url):
            CheckWords(
                "return address", [("address", .text(url))],
                passed: "A browser may be sent back to the address that the request names.",
                failed: "A browser may not be sent back to the address that the request names.")
        default: nil
        }
    }

    /// Returns the end of a sentence whose subject is the rule.
    private static func words(of miss: Check.RuleMiss) -> String {
        switch miss {
        case .notMatched, .otherRequest: miss.rawValue
        case .usedUp, .over: "is \(miss.rawValue)"
        case .notReached: "matches, but the request was refused before the rule could take effect"
        }
    }

    /// Returns the words for the checks of the caller; `nil` for other checks.
    static func caller(_ check: Check) -> CheckWords? {
        switch check {
        case .client(let id, let state):
            CheckWords(
                "client", [("client", .text(id.rawValue)), ("state", .text(state.rawValue))],
                passed: "The client \(id) is \(state.rawValue)"
                    + (state == .registered ? "." : ", which the settings allow."),
                failed: "The client \(id) is \(state.rawValue).")
        case .application(let application, let requestor):
            CheckWords(
                "application", [("application", .text(application)), ("requestor", .text(requestor.rawValue))],
                passed: "The client's application belongs to \(requestor).",
                failed: "The client's application doesn't belong to \(requestor).")
        case .requestorSignature(let requestor):
            CheckWords(
                "requestor signature", [("requestor", .text(requestor.rawValue))],
                passed: "The request is signed by \(requestor).",
                failed: "The request has no access token, and no valid signature of \(requestor).")
        case .scope(let scope):
            CheckWords(
                "scope", [("scope", .text(scope))], passed: "The access token has the scope \(scope).",
                failed: "The access token doesn't have the scope \(scope).")
        case .clientSecret(let id):
            CheckWords(
                "client secret", [("client", .text(id.rawValue))], passed: "The secret of the client \(id) is right.",
                failed: "The secret of the client \(id) is wrong.")
        case .grantType(let type):
            CheckWords(
                "grant type", [("grantType", .text(type))], passed: "The client may use the grant type \(type).",
                failed: "The client may not use the grant type \(type).")
        case .softwareStatement(let application):
            CheckWords(
                "software statement", application.isEmpty ? [] : [("application", .text(application))],
                passed: "The software statement is accepted.",
                failed: application.isEmpty
                    ? "The software statement's form, signature or time is wrong."
                    : "The software statement was revoked.")
        default: nil
        }
    }
}
