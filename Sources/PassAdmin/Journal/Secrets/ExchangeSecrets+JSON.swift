import PassCore
import PassHTTP

/// The secrets in JSON.
extension ExchangeSecrets {
    /// Adds the secrets in a JSON value.
    ///
    /// - Parameters:
    ///   - name: the name of the member that has this value, or an array with this value; empty if there is none.
    ///   - depth: the number of nested base64 texts that contain the value.
    ///   - level: the number of nested forms and URLs that contain the value.
    mutating func add(
        _ json: JSONValue, _ origin: SecretScan.Origin, name: String = "", depth: Int = 0, level: Int = 0
    ) {
        switch json {
        case .string(let text):
            if SecretNames.isMember(name, text), origin != .answer || !text.isSentence {
                // A code with digits and letters is a registration code, and so is one of only letters in an answer.
                // Any other may be a status.
                let isStatus = SecretNames.normal(name) == "code" && !(text.hasDigit && text.hasLetter)
                add(name, text, isDistinctive: !isStatus || origin == .answer && !text.hasDigit)
            } else if SecretNames.isPublic(name) {
                add(public: text)
                if SecretNames.isIdentifier(name) { add(identifier: text) }
            } else if SecretNames.normal(name) == "cookie" {
                addFields([.cookie: text])
            } else if SecretNames.normal(name) == "setcookie" {
                addFields([.setCookie: text])
            }
            guard text.utf8.count >= Self.shortest else { return }
            scan(Array(text.utf8), origin, isKnown: isText(ExactText(text)), depth: depth, level: level)
        case .integer(let number):
            let digits = String(number)
            guard SecretNames.isParameter(name), !SecretNames.isWord(name),
                SecretNames.normal(name) != "code" || digits.utf8.count >= 6
            else { return }
            add(name, digits)
        case .array(let elements):
            for element in elements { add(element, origin, name: name, depth: depth, level: level) }
        case .object(let members): add(members, origin, name: name, depth: depth, level: level)
        default: break
        }
    }

    /// The minimum length, in bytes, of a string that can contain a name and a secret.
    private static let shortest = 6

    private mutating func add(
        _ members: [ExactText: JSONValue], _ origin: SecretScan.Origin, name: String, depth: Int, level: Int
    ) {
        let label = Self.labels.lazy.compactMap { members[$0]?.stringValue }.first { SecretNames.isParameter($0) }
        for (member, value) in members {
            // `keys` gives the fingerprint of the public key for each purpose. These fingerprints aren't secrets.
            if member == "keys", value.objectValue != nil { continue }
            let own = member.string
            add(value, origin, name: Self.name(own, in: label ?? name), depth: depth, level: level)
            if own.utf8.count >= Self.shortest { scan(Array(own.utf8), origin, depth: depth, level: level) }
        }
    }

    /// The names of members whose text names the value in the member `value` of the same object.
    private static let labels: [ExactText] = [
        "name", "Name", "key", "Key", "id", "Id", "type", "Type", "field", "Field",
    ]

    /// Returns the name that shows what a member's value is. For a member `value`, `text`, `content` or `id`, it comes
    /// from the name of the object that has the member.
    static func name(_ own: String, in outer: String) -> String {
        switch own.asciiLowercased {
        case _ where outer.isEmpty: own
        case "value", "text", "content": outer
        case "id": SecretNames.isParameter(outer) ? outer : outer + "id"
        default: own
        }
    }
}

extension JSONValue {
    /// Reads a JSON document that is an object or an array; `nil` if the bytes aren't one.
    init?(document bytes: [UInt8]) {
        guard let first = bytes.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let value = try? JSONValue.parse(bytes)
        else { return nil }
        self = value
    }
}

extension String {
    /// Whether the text is a message to people, such as one about a missing password: it has more than one space.
    var isSentence: Bool { utf8.count { $0 == 0x20 } > 1 }
    var hasDigit: Bool { utf8.contains { (0x30...0x39).contains($0) } }
    var hasLetter: Bool { utf8.contains { (0x61...0x7A).contains($0 | 0x20) } }
}
