import PassCore
import PassDomain

/// The name of a check, the values that it compares, and the sentences that state its result.
struct CheckWords {
    var name: String
    var values: [(name: String, value: Value)] = []
    /// The sentence for a check that the request passed.
    var passed: String
    /// The sentence for a check that stopped the request.
    var failed: String

    enum Value {
        case text(String)
        /// A token, code or device, which may have to be masked.
        case secret(String)
        case number(Int)
        case flag(Bool)
        case time(Timestamp)
    }

    init(_ name: String, _ values: [(name: String, value: Value)] = [], passed: String, failed: String) {
        self.name = name
        self.values = values
        self.passed = passed
        self.failed = failed
    }

    /// Creates the words for a check.
    ///
    /// - Parameter context: what is known in addition to the check.
    init(_ check: Check, _ context: Context = Context()) {
        self =
            Self.call(check) ?? Self.caller(check) ?? Self.token(check, context) ?? Self.login(check, context)
            ?? Self.decision(check, context)
    }

    /// The facts that the journal knows in addition to a check, and the way in which secrets are shown.
    struct Context {
        /// The operation that answered.
        var operation: Operation?
        /// The device that the request names.
        var device: String?
        /// The part of the request that names the device, such as `header field AP-Device-Identifier`.
        var deviceSource: String?
        /// The device of the login that the request seems to mean, if it isn't the device that the request names.
        var loginDevice: String?
        /// The time at which the app logged out on the request's device; `nil` if it didn't, or has logged in or asked
        /// for an authorization since.
        var loggedOut: Timestamp?
        /// The ID of the first rule that took effect on the call.
        var rule: String?
        /// Returns a secret, or the pseudonym that replaces it.
        var shown: (String) -> String = { $0 }

        /// The end of a clause that names the request's device, such as ` in the header field AP-Device-Identifier`.
        var inDeviceSource: String { deviceSource.map { " in the \($0)" } ?? "" }

        /// The values of a check about devices: the request's device, the part of the request that names it, and the
        /// login's device.
        var devices: [(name: String, value: Value)] {
            (device.map { [("device", .secret($0))] } ?? [])
                + (deviceSource.map { [("deviceSentIn", .text($0))] } ?? [])
                + (loginDevice.map { [("deviceOfLogin", .secret($0))] } ?? [])
        }
    }

    /// Returns the subject of a sentence about a rule. The ID `X-Pass-Fault` means the rule in the request's header
    /// field.
    static func subject(rule id: String?) -> String {
        guard let id else { return "A rule that is set in this simulator" }
        return id == "X-Pass-Fault"
            ? "The rule in the request's header field X-Pass-Fault" : "Rule \(id), which is set in this simulator,"
    }

    /// Returns a time as explanations show it.
    static func text(_ time: Timestamp) -> String { CivilTime.isoDateWithMilliseconds(time) }

    /// Writes the values of a check.
    func write(to writer: inout JSONWriter, mask: SecretMask?) {
        for (name, value) in values {
            switch value {
            case .text(let text): writer.member(.text(name), mask?.text(text) ?? text)
            case .secret(let text): writer.member(.text(name), mask?.pseudonym(text) ?? text)
            case .number(let number): writer.member(.text(name), number)
            case .flag(let flag): writer.member(.text(name), flag)
            case .time(let time): writer.member(.text(name), Self.text(time))
            }
        }
    }
}
