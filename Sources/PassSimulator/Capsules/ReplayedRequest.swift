import PassAdmin
import PassCore
import PassHTTP
import PassInstruments

/// Makes the requests of a replay from recorded ones, with the replay's own values in place of the recorded values.
struct ReplayedRequest {
    var values: ReplayValues
    private let entry: JournalEntry

    private static let deepest = 4
    private static let mostParameters = 256

    init(_ entry: JournalEntry, _ values: ReplayValues) {
        self.entry = entry
        self.values = values
    }

    /// Returns the request.
    ///
    /// - Parameter namespace: the namespace to name; `nil` for that of the recorded request.
    mutating func request(in namespace: String? = nil) -> HTTPRequest {
        let recorded = entry.request
        let body = body(recorded)
        var fields = HTTPFields()
        for (name, value) in recorded.fields.pairs {
            switch name.asciiLowercased {
            case "content-length", "transfer-encoding": continue
            // The field that names the namespace is added below, and the replay's simulator needs no operator's token.
            case let own where namespace != nil && ["authorization", "x-pass-namespace"].contains(own): continue
            default: fields.append(HTTPFieldName(name), field(name.asciiLowercased, value))
            }
        }
        if let namespace { fields.append("X-Pass-Namespace", namespace) }
        if !body.isEmpty { fields.append(.contentLength, String(body.count)) }
        return HTTPRequest(
            method: recorded.method, target: restoring(target(entry.receivedTarget ?? recorded.target)),
            authority: recorded.authority, fields: fields, body: body, connection: recorded.connection)
    }

    /// Returns the target; if the request restores a snapshot, one that accepts a snapshot taken with other keys.
    private func restoring(_ target: String) -> String {
        guard entry.operation == .restoreSnapshot, !target.contains("keys=") else { return target }
        return target + (target.contains("?") ? "&" : "?") + "keys=any"
    }

    private mutating func target(_ target: String) -> String {
        let path = target.prefix { $0 != "?" }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            let decoded = PercentEncoding.decode(segment) ?? String(segment)
            // The secrets in paths are codes.
            let value = ReplayValues.isPseudonym(decoded) ? self.value("code", decoded) : values.text(decoded)
            return value.hasSameBytes(as: decoded) ? String(segment) : PercentEncoding.encode(value)
        }
        let query = target[path.endIndex...].dropFirst()
        return segments.joined(separator: "/") + (target.contains("?") ? "?" + form(String(query)) : "")
    }

    private mutating func body(_ request: HTTPRequest) -> [UInt8] {
        guard let text = String(validating: request.body, as: UTF8.self), !text.isEmpty else { return request.body }
        // A snapshot isn't parsed and written again, because its members must keep their order, in which pickers show
        // the MVPDs.
        if entry.operation == .restoreSnapshot {
            return Array(CapsuleFile.withUUIDs(snapshot: values.text(text)).utf8)
        }
        let first = text.utf8.first { $0 > 0x20 }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), let json = try? JSONValue.parse(request.body) {
            let changed = self.json(json, "")
            return changed == json ? request.body : JSONWriter.bytes(of: changed)
        }
        if text.contains("="), !text.contains(where: { $0 == "<" || $0 == "\n" }) { return Array(form(text).utf8) }
        return Array(values.text(text).utf8)
    }

    private mutating func json(_ value: JSONValue, _ name: String) -> JSONValue {
        switch value {
        case .string(let text): return .string(self.value(name, text))
        case .array(let elements): return .array(elements.map { json($0, name) })
        case .object(let members):
            var changed: [ExactText: JSONValue] = [:]
            for (name, value) in members { changed[name] = json(value, name.string) }
            return .object(changed)
        default: return value
        }
    }

    /// Returns a query or a form with the replay's values; a parameter for which the replay has no other value stays as
    /// it was sent.
    private mutating func form(_ text: String, depth: Int = 0) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).enumerated().map { index, pair in
            guard index < Self.mostParameters, let sign = pair.firstIndex(of: "=") else { return String(pair) }
            let raw = pair[pair.index(after: sign)...]
            guard let decoded = PercentEncoding.decode(raw, plusIsSpace: true) else { return String(pair) }
            let name = String(pair[..<sign])
            let changed = value(name, decoded, depth: depth)
            return changed.hasSameBytes(as: decoded) ? String(pair) : "\(name)=\(PercentEncoding.encode(changed))"
        }.joined(separator: "&")
    }

    private mutating func value(_ name: String, _ text: String, depth: Int = 0) -> String {
        if let known = values[text] {
            // A media token has one pseudonym, whether it is in XML or in base64. Requests send it in base64.
            let isPlain = name == "mediaToken" && known.hasPrefix("<")
            return isPlain ? Base64.encode(Array(known.utf8)) : known
        }
        if ReplayValues.isPseudonym(text) {
            let value = standIn(name.asciiLowercased, text)
            values.learn(text, value, at: name)
            return value
        }
        guard let mark = text.firstIndex(of: "?"), depth < Self.deepest else { return values.text(text) }
        return values.text(String(text[..<mark])) + "?"
            + form(String(text[text.index(after: mark)...]), depth: depth + 1)
    }

    /// Returns a value in place of a secret that the client made itself.
    private func standIn(_ name: String, _ pseudonym: String) -> String {
        switch name {
        case "software_statement":
            wasRefused("invalid_software_statement")
                ? pseudonym : token(pseudonym) { $0["kind"] == .string("softwareStatement") }
        case "ad-service-token", "adobe-subject-token", "x-roku-reserved-roku-connect-token":
            token(pseudonym) { $0["place"]?.stringValue?.asciiLowercased == "request header \(name)" }
        // A pseudonym doesn't have the form of a code, so it replaces only a code that was refused for its form.
        case "code", "reg_code", "regcode":
            wasRefused("invalid_parameter_code") ? pseudonym : String(pseudonym.suffix(7).asciiUppercased)
        default: pseudonym
        }
    }

    /// Whether the recorded answer is an error that contains the given code.
    private func wasRefused(_ code: String) -> Bool {
        guard let answer = entry.answer?.response, answer.status.code >= 400 else { return false }
        return String(decoding: answer.body, as: UTF8.self).contains(code)
    }

    /// Returns a JSON Web Token with the claims of the recorded token for which `isIt` is true.
    ///
    /// Nothing signs the token, so only a simulator that accepts any signature accepts it.
    private func token(_ pseudonym: String, _ isIt: (JSONValue) -> Bool) -> String {
        var claims: [ExactText: JSONValue] = ["sub": .string(pseudonym)]
        let decoded = (entry.answer?.circumstances.notes?.decoded).flatMap { try? JSONValue.parse($0) }
        for token in decoded?["tokens"]?.arrayValue ?? [] where isIt(token) {
            for claim in token["claims"]?.arrayValue ?? [] {
                if let name = claim["name"]?.stringValue, let value = claim["value"] { claims[ExactText(name)] = value }
            }
        }
        let parts = [
            Array(#"{"alg":"RS256","typ":"JWT"}"#.utf8), JSONWriter.bytes(of: .object(claims)), Array("none".utf8),
        ]
        return parts.map { Base64.encode($0, .url) }.joined(separator: ".")
    }

    private mutating func field(_ name: String, _ value: String) -> String {
        switch name {
        case "cookie":
            return value.split(separator: ";").map { pair in
                guard let sign = pair.firstIndex(of: "=") else { return String(pair) }
                return "\(pair[...sign])\(self.value("cookie", String(pair[pair.index(after: sign)...])))"
            }.joined(separator: ";")
        case "authorization", "ap-device-identifier":
            let words = value.split(separator: " ").map(String.init)
            if let secret = words.last, !ReplayValues.isPseudonym(secret), let known = values[secret] {
                return (words.dropLast() + [known]).joined(separator: " ")
            }
            guard let secret = words.last, ReplayValues.isPseudonym(secret) else { return values.text(value) }
            let changed =
                switch (name, words.first?.asciiLowercased) {
                case ("authorization", "basic"): values[secret] ?? values.basicCredentials ?? secret
                case ("authorization", _): values[secret] ?? secret
                default: Base64.encode(Array((values[secret] ?? secret).utf8))
                }
            return (words.dropLast() + [changed]).joined(separator: " ")
        default: return self.value(name, value)
        }
    }
}
