import PassCore
import PassTokens

/// A verdict on a token with the token's contents, for people or for scripts.
struct VerificationReport: Sendable {
    /// The verdict's name: `VALID_TOKEN`, `TOKEN_EXPIRED` …
    var status: String
    var isValid: Bool
    /// The token's contents, with the names and in the order of the answers of `POST /_sim/tokens/verify`; empty when
    /// the token can't be trusted.
    var facts: [(name: String, value: JSONValue)] = []
    var isSingleUseChecked: Bool
    /// The last line of the text, which says what only the service could check.
    private var caveat: String?

    private static let names = [
        "sessionGUID", "requestorID", "resourceID", "mvpdID", "proxyMVPDID", "timeIssued", "expires",
    ]

    /// Reports the verdict of a verifier that sees nothing but the token.
    init(_ verdict: TokenVerdict) {
        status = verdict.status.rawValue
        isValid = verdict.status == .valid
        isSingleUseChecked = false
        if verdict.media != nil {
            caveat = "The command didn't check whether the token was used before. To check that, add --url."
        }
        if let token = verdict.token {
            let isProof = token.kind == .authentication || token.kind == .authorization
            caveat =
                isProof
                ? "The command didn't check for a logout, because only the service knows about logouts." : nil
            facts = Self.facts(token)
        }
        guard let facts = verdict.media else { return }
        self.facts = [
            ("sessionGUID", .string(facts.sessionGUID)), ("requestorID", .string(facts.requestorID)),
            ("resourceID", .string(facts.resourceID)), ("mvpdID", .string(facts.mvpdID)),
        ]
        if let proxy = facts.proxyMVPDID { self.facts.append(("proxyMVPDID", .string(proxy))) }
        self.facts.append(("timeIssued", .integer(facts.issued.milliseconds)))
        self.facts.append(("expires", .integer(facts.expires.milliseconds)))
    }

    /// Reports a simulator's answer; `nil` if the document isn't such an answer.
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
            for (name, value) in facts { report.member(.text(name), value) }
        }
        return String(decoding: bytes, as: UTF8.self) + "\n"
    }

    var text: String {
        var lines = [status]
        for (name, value) in facts { lines.append("  \(name): \(Self.shown(value))") }
        if let caveat { lines.append(caveat) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the contents of a token that isn't a media token: `kind`, and the members that it has in common with
    /// media tokens.
    private static func facts(_ token: InspectedToken) -> [(name: String, value: JSONValue)] {
        let values: [(String, JSONValue?)] = [
            ("kind", .string(token.kind.rawValue)), ("requestorID", token.requestor.map { .string($0) }),
            ("resourceID", token.resource.map { .string($0) }), ("mvpdID", token.mvpd.map { .string($0) }),
            ("timeIssued", token.issued.map { .integer($0.milliseconds) }),
            ("expires", token.expires.map { .integer($0.milliseconds) }),
        ]
        return values.compactMap { name, value in value.map { (name, $0) } }
    }

    /// Returns a value as text; numbers are instants.
    private static func shown(_ value: JSONValue) -> String {
        if let instant = value.integerValue { return CivilTime.isoDate(Timestamp(milliseconds: instant)) }
        return ShownText.line(value.stringValue ?? "")
    }
}
