import PassCore
import PassDomain

extension CheckWords {
    /// Returns the words for the checks of tokens; `nil` for other checks.
    static func token(_ check: Check, _ context: Context) -> CheckWords? {
        switch check {
        case .signature(let token, let refusal):
            CheckWords(
                "token signature", of(token) + (refusal.map { [("refusal", .text($0.rawValue))] } ?? []),
                passed: "The \(token.rawValue) is well-formed and signed by this service.",
                failed: refusal == .badSignature
                    ? "The signature of the \(token.rawValue) is wrong." : "The \(token.rawValue) is malformed.")
        case .expiry(let subject, let expires, let now):
            CheckWords(
                subject == .session || subject == .profile || subject == .temporaryPass
                    ? "\(subject.rawValue) expiry" : "token expiry",
                of(subject) + [("expires", .time(expires)), ("now", .time(now))],
                passed: "The \(subject.rawValue) is valid until \(text(expires)).",
                failed: now < expires
                    ? "The \(subject.rawValue) isn't valid yet: it was issued at a later time than the simulator's clock "
                        + "showed, \(text(now)). The clock has been set back."
                    : "The \(subject.rawValue) expired at \(text(expires)); the simulator's clock showed \(text(now))."
            )
        case .revocation(let token):
            CheckWords(
                "token revocation", of(token), passed: "The login of the \(token.rawValue) has not ended.",
                failed: "The login of the \(token.rawValue) has ended: by a logout, or because the degradation "
                    + "rule that created it has ended.")
        case .origin(let token):
            CheckWords(
                "token origin", of(token), passed: "The login of the \(token.rawValue) is known.",
                failed: "The simulator has no record of the login of the \(token.rawValue).")
        case .owner(let token, let owner, let asks):
            CheckWords(
                "token owner",
                of(token) + [("requestor", .text(owner.rawValue)), ("asks", .text(asks.rawValue))],
                passed: owner == asks
                    ? "The \(token.rawValue) belongs to \(owner)."
                    : "The \(token.rawValue) belongs to \(owner), and is valid for \(asks) through single sign-on.",
                failed: "The \(token.rawValue) belongs to \(owner), and isn't valid for \(asks).")
        case .namedMVPD(let named, let mvpd):
            CheckWords(
                "token MVPD", [("mvpd", .text(mvpd.rawValue)), ("named", .text(named.rawValue))],
                passed: "The token is for the MVPD that the request names, \(named).",
                failed: "The token is for the MVPD \(mvpd), and the request names \(named).")
        case .deviceNamed:
            CheckWords(
                "device named", passed: "The request names no device, and needs none.",
                failed: "The request names no device: it has no parameter device_id.")
        case .device(let device, let fingerprint):
            CheckWords(
                "device",
                [("device", .secret(device.string))]
                    + (context.deviceSource.map { [("deviceSentIn", .text($0))] } ?? [])
                    + (context.loginDevice.map { [("deviceOfLogin", .secret($0))] } ?? [])
                    + [("fingerprint", .secret(fingerprint.string))],
                passed: "The token belongs to the device that the request names.",
                failed:
                    "The request names the device \(context.shown(device.string))\(context.inDeviceSource), and the "
                    + "token belongs to "
                    + (context.loginDevice.map { "\(context.shown($0)), on which the user logged in." }
                        ?? "another one."))
        case .unboundDevice:
            CheckWords(
                "device", [("fingerprint", .text("none"))], passed: "The token is valid on every device.", failed: "")
        case .mediaResource(let resource, let asks):
            CheckWords(
                "token resource", [("resource", .text(resource.string)), ("asks", .text(asks))],
                passed: "The media token is for the resource \(resource.string).",
                failed: "The media token is for the resource \(resource.string), and not for \(asks).")
        case .presentation:
            CheckWords(
                "token use", of(.mediaToken), passed: "The media token hadn't been presented before.",
                failed: "The media token has been presented before, and is valid only once.")
        default: nil
        }
    }

    private static func of(_ subject: Check.Subject) -> [(name: String, value: Value)] {
        [("of", .text(subject.rawValue))]
    }
}
