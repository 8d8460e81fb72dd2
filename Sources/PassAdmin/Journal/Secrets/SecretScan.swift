import PassCore

/// The search for named secrets in any text: forms, URLs, JSON, header fields and markup, complete or cut off, escaped
/// at any depth, and nested in one another.
///
/// The text is read once, and few values overlap at any byte, so the time is proportional to the text's length.
struct SecretScan {
    /// A value that was found with its name.
    struct Finding {
        var name: String
        var value: String
        /// The index at which the name begins.
        var start: Int
        /// The range of the value.
        var range: Range<Int>
        /// The index just after the delimiter that closes the value, such as a quote; the value's end if there is none.
        var end: Int
        /// Whether the value is a JSON number.
        var isNumber = false
        /// Whether the name shows that the value isn't a secret.
        var isPublic = false
    }

    /// The origin of a text.
    enum Origin {
        /// The target or the content of a request.
        case request
        /// A header field, in which a semicolon or a comma ends a value.
        case field
        /// An answer. Its pages may have scripts, whose assignments aren't parameters.
        case answer
    }

    let text: UnescapedBytes
    let origin: Origin
    /// The names of further members whose texts are secrets, in lower case.
    var others: Set<ExactText> = []
    private(set) var findings: [Finding] = []
    /// The text of the last member `name` or `key`, and its place, if that text is a name of secrets; `nil` if not.
    var named: (name: String, place: Int)?

    init(_ text: UnescapedBytes, _ origin: Origin, others: Set<ExactText> = []) {
        self.text = text
        self.origin = origin
        self.others = others
        text.bytes.withUnsafeBufferPointer { read($0) }
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "=") {
                if let end = assignment(bytes, index - 1) { index = max(index, end) }
            } else if byte == UInt8(ascii: ":") {
                let end =
                    bytes[index...].starts(with: "//".utf8)
                    ? user(bytes, index + 2) : member(bytes, index - 1) ?? credentials(bytes, index - 1)
                if let end { index = max(index, end) }
            }
        }
    }
}

extension SecretScan {
    /// A name before an equals sign or a colon.
    struct Name {
        var text: String
        var start: Int
        /// The quote after the name.
        var quote: UInt8?
    }

    /// Returns the name that ends before an index; `nil` if it can't be one that is searched for.
    func name(_ bytes: UnsafeBufferPointer<UInt8>, before sign: Int, mayBeQuoted: Bool) -> Name? {
        var end = sign
        var quote: UInt8?
        if mayBeQuoted {
            while end > 0, sign - end < 16, Self.isSpace(bytes[end - 1]) { end -= 1 }
            if end > 0, Self.isQuote(bytes[end - 1]) {
                quote = bytes[end - 1]
                end -= 1
                while end > 0, sign - end < 32, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
            }
        }
        if end > 0, bytes[end - 1] == UInt8(ascii: "]") {
            end -= 1
            if end > 0, bytes[end - 1] == UInt8(ascii: "[") { end -= 1 }
        }
        var start = end
        while start > 0, end - start <= SecretNames.longest, Self.isNameLetter(bytes[start - 1]) { start -= 1 }
        guard start < end, SecretNames.mayBeName(bytes[start..<end]) else { return nil }
        let text = String(decoding: bytes[start..<end], as: UTF8.self).asciiLowercased
        return Name(text: text, start: start, quote: quote)
    }

    static func isNameLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    /// Whether a parameter can begin after a byte.
    func beginsParameter(_ byte: UInt8, isWord: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"): true
        case UInt8(ascii: "."): !isWord || origin == .request
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "$"), UInt8(ascii: "["): !isWord
        default: !isWord && origin != .answer
        }
    }

    func mayBeSecretMember(_ name: String) -> Bool {
        SecretNames.isParameter(name) || others.contains(ExactText(name))
    }

    func isSecretMember(_ name: String, _ text: String) -> Bool {
        if name == "id", others.contains("id") { return text.utf8.count >= 12 }
        return SecretNames.isMember(name, text) || others.contains(ExactText(name))
    }
}

extension SecretScan {
    mutating func add(
        _ name: Name, _ range: Range<Int>, end: Int? = nil, isNumber: Bool = false, isPublic: Bool = false,
        value: ([UInt8]) -> String
    ) {
        findings.append(
            Finding(
                name: name.text, value: value(text.raw(range)), start: name.start, range: range,
                end: end ?? range.upperBound, isNumber: isNumber, isPublic: isPublic))
    }

    /// Returns the value of a finding with the text around it.
    func phrase(_ finding: Finding) -> SecretPhrase {
        SecretPhrase(
            before: Array(text.bytes[finding.start..<finding.range.lowerBound]), value: ExactText(finding.value),
            writing: Array(text.bytes[finding.range]), after: Array(text.bytes[finding.range.upperBound..<finding.end]),
            isNumber: finding.isNumber)
    }
}
