import PassCore
import PassTokens

/// A verdict on a media token and what the token says, for people or for scripts.
struct VerificationReport: Sendable {
    /// `VALID_TOKEN`, `TOKEN_EXPIRED` …
    var status: String
    var isValid: Bool
    /// By the names of `POST /_sim/tokens/verify`, in its order; empty when the token can't be trusted.
    var facts: [(name: String, value: JSONValue)] = []
    var isSingleUseChecked: Bool

    private static let names = [
        "sessionGUID", "requestorID", "resourceID", "mvpdID", "proxyMVPDID", "timeIssued", "expires",
    ]

    /// What a verifier said that sees nothing but the token.
    init(_ status: MediaTokenStatus) {
        self.status = status.name
        isValid = if case .valid = status { true } else { false }
        isSingleUseChecked = false
        guard let facts = status.facts else { return }
        self.facts = [
            ("sessionGUID", .string(facts.sessionGUID)), ("requestorID", .string(facts.requestorID)),
            ("resourceID", .string(facts.resourceID)), ("mvpdID", .string(facts.mvpdID)),
        ]
        if let proxy = facts.proxyMVPDID { self.facts.append(("proxyMVPDID", .string(proxy))) }
        self.facts.append(("timeIssued", .integer(facts.issued.milliseconds)))
        self.facts.append(("expires", .integer(facts.expires.milliseconds)))
    }

    /// What a simulator answered; `nil` for another document.
    init?(_ answer: JSONValue) {
        guard let status = answer["status"]?.stringValue, case .bool(let isValid) = answer["valid"] else { return nil }
        self.status = status
        self.isValid = isValid
        facts = Self.names.compactMap { name in answer[name].map { (name, $0) } }
        isSingleUseChecked = true
    }

    var json: String {
        let bytes = JSONWriter.object { report in
            report.member("status", status)
            report.member("valid", isValid)
            report.member("singleUseChecked", isSingleUseChecked)
            for (name, value) in facts { report.member(name, value) }
        }
        return String(decoding: bytes, as: UTF8.self) + "\n"
    }

    var text: String {
        var lines = [status]
        for (name, value) in facts { lines.append("  \(name): \(Self.shown(value))") }
        if !isSingleUseChecked { lines.append("Single use was not checked: that needs --url.") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Text on one line without control characters; numbers are instants.
    private static func shown(_ value: JSONValue) -> String {
        if let instant = value.integerValue { return CivilTime.isoDate(Timestamp(milliseconds: instant)) }
        let text = value.stringValue ?? ""
        return String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
    }
}
