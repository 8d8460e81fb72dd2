import PassCore

/// The secrets in bodies of HTML and XML, and the tokens in any text.
///
/// A journal has many megabytes of them, so bytes are compared rather than characters.
extension ExchangeSecrets {
    /// Adds the texts of elements, and the values of inputs, whose names are those of secrets.
    mutating func addMarkup(_ body: [UInt8]) {
        var last: String?
        for piece in body.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).dropFirst() {
            if let name = last, piece.starts(with: "![CDATA[".utf8) {
                let text = piece.dropFirst(8)
                let end = ByteSearch.end(of: "]]>", in: text).map { $0 - 3 } ?? text.endIndex
                addElement(name, String(decoding: text[..<end], as: UTF8.self))
            }
            last = nil
            let word = piece.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
            guard !word.isEmpty, word.count <= 64 else { continue }
            if word.count == 5, word.map({ $0 | 0x20 }).elementsEqual("input".utf8) {
                if let input = Self.value(of: "name", in: piece), let value = Self.value(of: "value", in: piece) {
                    addParameter(String(decoding: input, as: UTF8.self), Self.unmarked(value))
                }
            } else if let url = Self.value(of: "href", in: piece) ?? Self.value(of: "action", in: piece) {
                addParameters(of: Self.unmarked(url))
            } else if let end = piece.firstIndex(of: UInt8(ascii: ">")) {
                let local = word.lastIndex(of: UInt8(ascii: ":")).map { word[($0 + 1)...] } ?? word
                guard let first = local.first, SecretNames.mayBeName(first: first, count: local.count) else { continue }
                let name = String(decoding: local, as: UTF8.self)
                guard SecretNames.isMember(name) else { continue }
                last = name
                addElement(name, Self.unmarked(piece[(end + 1)...]))
            }
        }
    }

    private mutating func addElement(_ name: String, _ text: String) {
        if SecretNames.isMember(name, text) { add(name, text) }
    }

    /// Returns the value of an attribute, whose name is in lower case.
    private static func value(of name: StaticString, in tag: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let letters = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        var rest = tag
        while let sign = rest.firstIndex(of: UInt8(ascii: "=")) {
            let word = rest[..<sign].suffix(letters.count + 1)
            rest = rest[(sign + 1)...]
            guard word.count > letters.count, let space = word.first, space <= 0x20,
                zip(word.dropFirst(), letters).allSatisfy({ $0 | 0x20 == $1 })
            else {
                // The signs in a value are no attributes'.
                if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                    rest = rest.dropFirst().drop { $0 != quote }
                }
                continue
            }
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                return rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
            }
            return rest.dropFirst().prefix { $0 != quote }
        }
        return nil
    }

    /// The references to characters that the simulator's own pages and messages contain.
    private static let references: [(name: [UInt8], character: UInt8)] = [
        (Array("&lt;".utf8), UInt8(ascii: "<")), (Array("&gt;".utf8), UInt8(ascii: ">")),
        (Array("&quot;".utf8), UInt8(ascii: "\"")), (Array("&#39;".utf8), UInt8(ascii: "'")),
        (Array("&amp;".utf8), UInt8(ascii: "&")),
    ]

    /// Returns a text with the characters that its references stand for.
    private static func unmarked(_ text: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var rest = text
        while let sign = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<sign]
            rest = rest[sign...]
            let reference = references.first { rest.starts(with: $0.name) }
            result.append(reference?.character ?? UInt8(ascii: "&"))
            rest = rest.dropFirst(reference?.name.count ?? 1)
        }
        return String(decoding: result + rest, as: UTF8.self)
    }

    /// Adds every text that looks like a token: a signed XML token, or a JSON Web Token. Either may be cut at the text's
    /// end.
    ///
    /// - Returns: whether there are tokens.
    @discardableResult
    mutating func addTokens(_ text: UnescapedBytes) -> Bool {
        let body = text.bytes
        let opening: StaticString = "<signatureInfo>"
        var isSecret = false
        var rest = body[...]
        while let found = ByteSearch.end(of: opening, in: rest) {
            rest = rest[found...]
            let end = Self.ends.compactMap { ByteSearch.end(of: $0, in: rest) }.min() ?? rest.endIndex
            addToken((found - opening.utf8CodeUnitCount)..<end, of: text)
            isSecret = true
            rest = rest[end...]
        }
        rest = body[...]
        while let found = ByteSearch.end(of: "eyJ", in: rest) {
            let start = found - 3
            let word = body[start...].prefix(while: Self.isJWTLetter)
            rest = body[word.endIndex...]
            guard start == 0 || !Self.isJWTLetter(body[start - 1]) else { continue }
            let dots = word.count(where: { $0 == UInt8(ascii: ".") })
            let isCut = word.endIndex == body.endIndex && dots == 1 && word.count > 24
            guard dots == 2 || isCut else { continue }
            addToken(start..<word.endIndex, of: text)
            isSecret = true
        }
        return isSecret
    }

    private mutating func addToken(_ range: Range<Int>, of text: UnescapedBytes) {
        let raw = text.raw(range)
        guard !raw.elementsEqual(text.bytes[range]) else { return add("token", String(decoding: raw, as: UTF8.self)) }
        // In forms, spaces have an escape of their own.
        let token =
            text.isPercent(range.lowerBound)
            ? SecretScan.decoded(raw, times: text.level(range.lowerBound))
            : String(decoding: text.bytes[range], as: UTF8.self)
        add("token", token)
        add(writing: raw, of: token)
    }

    private static let ends: [StaticString] = [
        "</simpleAuthenticationToken>", "</simpleAuthorizationToken>", "</shortAuthorizationToken>", "</authToken>",
    ]

    private static func isJWTLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }
}
