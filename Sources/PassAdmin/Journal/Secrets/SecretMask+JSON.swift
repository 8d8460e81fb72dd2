import PassCore

/// The replacement of secrets in JSON. The rest of the text stays as it is, so the members keep their order.
extension SecretMask {
    /// Returns a document of the simulator, such as a snapshot, with each secret in it replaced.
    ///
    /// Only string values are changed. Times, the state of random number generators and `documentTexts` stay as they
    /// are, so that the document can still be read.
    ///
    /// - Parameter document: text that `JSONValue.parse(_:)` reads.
    func document(_ document: [UInt8]) -> [UInt8] {
        maskedJSON(document, isOwn: true, depth: 0, level: 0) ?? document
    }

    /// Returns JSON with each secret in it replaced; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - text: text that `JSONValue.parse(_:)` reads.
    ///   - isOwn: whether the JSON is a document of the simulator, whose names, numbers and times stay as they are.
    ///   - depth: the number of nested base64 texts that contain the JSON.
    ///   - level: the number of nested forms and URLs that contain the JSON.
    func maskedJSON(_ text: [UInt8], isOwn: Bool = false, depth: Int, level: Int) -> [UInt8]? {
        var result: [UInt8] = []
        var copied = 0
        // For each open object, the name of the member whose value is being read; for each open array, the name of the
        // array.
        var names = [""]
        var index = 0
        func replace(_ range: Range<Int>, by string: [UInt8]) {
            result += text[copied..<range.lowerBound]
            result += string
            copied = range.upperBound
        }
        while index < text.count {
            let start = index
            let name = names[names.count - 1]
            switch text[start] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): names.append(name)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): if names.count > 1 { names.removeLast() }
            case UInt8(ascii: "\""):
                let literal = JSONValue.stringLiteral(in: text, at: start)
                index = literal.endIndex
                if text[index...].first(where: { $0 > 0x20 }) == UInt8(ascii: ":") {
                    let outer = names.count > 1 ? names[names.count - 2] : ""
                    let own = JSONValue.text(ofLiteral: literal)
                    names[names.count - 1] = ExchangeSecrets.name(own, in: outer)
                    if !isOwn, let hidden = masked(Array(own.utf8), mayBeForm: false, depth: depth, level: level) {
                        replace(start..<index, by: Self.literal(hidden))
                    }
                } else if literal.count > 2,
                    let hidden = isOwn ? own(literal, names.suffix(2)) : masked(literal, name, depth, level)
                {
                    replace(start..<index, by: hidden)
                }
                continue
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !isOwn:
                let digits = text[start...].prefix { (0x30...0x39).contains($0) }
                index = digits.endIndex
                let number = String(decoding: digits, as: UTF8.self)
                if isNamed(number, name) || spellings.replaced(Array(digits)) != nil {
                    replace(start..<index, by: Self.literal(Array(pseudonym(number).utf8)))
                }
                continue
            default: break
            }
            index += 1
        }
        return copied == 0 ? nil : result + text[copied...]
    }

    private func masked(_ literal: ArraySlice<UInt8>, _ name: String, _ depth: Int, _ level: Int) -> [UInt8]? {
        let text = JSONValue.text(ofLiteral: literal)
        let isPair = SecretNames.normal(name) == "value" && named[text] != nil
        if isPair || isNamed(text, name) { return Self.literal(Array(pseudonym(text).utf8)) }
        return masked(Array(text.utf8), mayBeForm: true, depth: depth, level: level).map(Self.literal)
    }

    /// Returns a string of one of the simulator's documents with its secrets replaced; `nil` if nothing changes.
    ///
    /// - Parameter names: the names of the object or array around the string, and of the string itself.
    private func own(_ literal: ArraySlice<UInt8>, _ names: ArraySlice<String>) -> [UInt8]? {
        let text = JSONValue.text(ofLiteral: literal)
        // The fingerprints of public keys are named like what the keys sign.
        guard let name = names.last, names.first != "keys" else { return nil }
        if SecretNames.isState(name, text) { return Self.literal(Array(pseudonym(text).utf8)) }
        if Self.keepsForm(name) || Self.isTime(text) || documentTexts.contains(ExactText(text)) { return nil }
        return masked(Array(text.utf8), mayBeForm: true).map(Self.literal)
    }

    /// Whether a member must keep its form: the state of a random number generator, or the digest by which a token is
    /// found again.
    private static func keepsForm(_ name: String) -> Bool { name == "random" || name == "position" || name == "digest" }

    /// Whether a text is a time as the simulator writes it (RFC 3339).
    private static func isTime(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return (20...32).contains(bytes.count) && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
            && bytes[10] == UInt8(ascii: "T") && bytes[13] == UInt8(ascii: ":") && bytes.last == UInt8(ascii: "Z")
    }

    /// Returns a text as a JSON string, with its quotes.
    private static func literal(_ text: [UInt8]) -> [UInt8] {
        Array(JSONWriter.array { $0.element(String(decoding: text, as: UTF8.self)) }.dropFirst().dropLast())
    }
}
