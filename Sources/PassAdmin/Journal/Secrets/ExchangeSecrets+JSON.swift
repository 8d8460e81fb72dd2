import PassCore
import PassHTTP

/// The secrets in JSON.
extension ExchangeSecrets {
    /// Adds the secrets in a value.
    ///
    /// - Parameters:
    ///   - name: the name of the member that has the value, or whose list has it; empty if there is none.
    ///   - depth: the number of texts in base64 around the value.
    ///   - level: the number of forms and addresses around the value.
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

    /// The minimum length of a string that can have a name and a secret.
    private static let shortest = 6

    private mutating func add(
        _ members: [ExactText: JSONValue], _ origin: SecretScan.Origin, name: String, depth: Int, level: Int
    ) {
        let label = Self.labels.lazy.compactMap { members[$0]?.stringValue }.first { SecretNames.isParameter($0) }
        for (member, value) in members {
            // `keys` has the fingerprints of public keys, which aren't secrets, named after the keys' purposes.
            if member == "keys", value.objectValue != nil { continue }
            let own = member.string
            add(value, origin, name: Self.name(own, in: label ?? name), depth: depth, level: level)
            if own.utf8.count >= Self.shortest { scan(Array(own.utf8), origin, depth: depth, level: level) }
        }
    }

    /// The names of members whose text says what the member `value` beside them is.
    private static let labels: [ExactText] = [
        "name", "Name", "key", "Key", "id", "Id", "type", "Type", "field", "Field",
    ]

    /// Returns the name that says what a member is. For a member called `value`, `text`, `content` or `id`, the name of
    /// the object around it says so.
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
    /// Reads a text that as a whole is an object or an array; `nil` if it isn't.
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
