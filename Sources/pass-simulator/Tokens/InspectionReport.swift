import PassCore
import PassTokens

/// A report on a token's contents and validity, as a table for people or one JSON object for machines.
struct InspectionReport: Sendable {
    var inspection: TokenInspection
    /// The reason why there is no token key; `nil` when there is one.
    var reasonWithoutKey: String?
    /// Returns how far local time is ahead of UTC at an instant, in minutes.
    var offsetMinutes: @Sendable (Timestamp) -> Int

    private var token: InspectedToken { inspection.token }
    private static let column = 23

    /// The report as text, with one fact per line. The first line says whether the token is valid.
    var text: String {
        var lines = ["\(token.kind.name) (\(token.form)): \(verdict)"]
        for field in token.fields { lines.append(row(field.label, shown(field))) }
        if token.kind == .media, let expires = token.expires { lines.append(row("Expires", instant(expires))) }
        lines.append("")
        if !token.wrappings.isEmpty {
            lines.append(row("Read from", token.wrappings.map(\.name).joined(separator: ", containing ")))
        }
        lines.append(row("Signature", signature))
        if let device { lines.append(row("Device", device)) }
        return lines.map { $0 + "\n" }.joined()
    }

    private func row(_ label: String, _ value: String) -> String {
        let label = ShownText.line(label)
        return "  " + label + String(repeating: " ", count: max(1, Self.column - label.count)) + value
    }

    private var verdict: String {
        inspection.isValid ? "valid" : "not valid: " + inspection.problems.map(phrase).joined(separator: "; ")
    }

    private func phrase(_ problem: TokenInspection.Problem) -> String {
        switch problem {
        case .badSignature: "bad signature"
        case .signatureNotChecked: "signature not checked"
        case .expired: token.expires.map { ShownText.expiry($0, now: inspection.now) } ?? "expired"
        case .notYetValid:
            token.start.map { "not valid until \(ShownText.timeToLive($0 - inspection.now)) from now" }
                ?? "not valid yet"
        case .incomplete(let name): "\(ShownText.line(name)) is missing or unreadable"
        case .wrongRequestor: token.requestor == nil ? "names no requestor" : "for another requestor"
        case .wrongResource: token.resource == nil ? "names no resource" : "for another resource"
        case .wrongDevice: inspection.device == .unbound ? "bound to no device" : "bound to another device"
        case .deviceNotChecked: "device not checked"
        }
    }

    private var signature: String {
        switch inspection.signature {
        case .valid(let key): "valid, checked with the \(key)"
        case .invalid(let keys):
            "not valid, checked with the \(keys.joined(separator: " and the ")): the token was changed, or signed "
                + "with another key"
        case .unreadable: "not valid: this is not an RSA-SHA256 signature"
        case .notChecked: "not checked: \(reasonWithoutKey ?? "there is no key for it"); name one with --key or --url"
        }
    }

    private var device: String? {
        switch inspection.device {
        case .signature: "matches: the fingerprint is its ID, signed by the device key"
        case .hash: "matches: the fingerprint is the SHA-1 of its ID"
        case .plain: "matches: the fingerprint is its ID"
        case .other: "doesn't match the fingerprint"
        case .unbound: "not compared: the token names no device"
        case .notChecked: "not compared: there is no device key; name one with --keys-device or --url"
        case nil: nil
        }
    }

    private func shown(_ field: InspectedToken.Field) -> String {
        switch field.meaning {
        case .text: ShownText.line(Self.plain(field.value))
        case .opaque: ShownText.shortened(Self.plain(field.value))
        case .instant(let instant): self.instant(instant)
        case .timeToLive(let timeToLive): ShownText.timeToLive(timeToLive)
        }
    }

    private func instant(_ instant: Timestamp) -> String {
        let shown = ShownText.instant(instant, offsetMinutes: offsetMinutes(instant))
        return instant == token.expires ? "\(shown), \(ShownText.expiry(instant, now: inspection.now))" : shown
    }

    private static func plain(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): return text
        case .array(let elements): return elements.map(plain).joined(separator: ", ")
        default:
            // The writer writes values only inside an array or object, so the brackets are cut off here.
            let array = JSONWriter.array { $0.element(value) }
            return String(decoding: array.dropFirst().dropLast(), as: UTF8.self)
        }
    }
}

extension TokenWrapping {
    fileprivate var name: String {
        switch self {
        case .bearer: "a Bearer field"
        case .answer: "an XML answer"
        case .entities: "escaped text"
        case .percent: "percent-encoding"
        case .base64: "base64"
        }
    }
}
