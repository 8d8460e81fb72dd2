import PassCore

/// The secrets in bodies of HTML and XML, and the tokens in any text.
///
/// A journal has many megabytes of them, so bytes are compared rather than characters.
extension ExchangeSecrets {
    /// Adds the texts of elements, and the values of hidden inputs, whose names are those of secrets.
    mutating func addMarkup(_ body: [UInt8]) {
        for piece in body.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).dropFirst() {
            let name = piece.prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "/") }
            if name.elementsEqual("input".utf8) {
                if let input = Self.value(after: " name=\"", in: piece),
                    let value = Self.value(after: " value=\"", in: piece)
                {
                    addParameter(String(decoding: input, as: UTF8.self), Self.unmarked(value))
                }
            } else if let url = Self.value(after: " href=\"", in: piece) ?? Self.value(after: " action=\"", in: piece) {
                addParameters(of: Self.unmarked(url))
            } else if !name.isEmpty, let end = piece.firstIndex(of: UInt8(ascii: ">")) {
                let name = String(decoding: name, as: UTF8.self)
                guard Self.isSecret(name) else { continue }
                let text = Self.unmarked(piece[(end + 1)...])
                if Self.isSecret(name, text) { add(name, text) }
            }
        }
    }

    private static func value(after start: StaticString, in tag: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        ByteSearch.end(of: start, in: tag).map { tag[$0...].prefix { $0 != UInt8(ascii: "\"") } }
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

    /// Adds every text in the body that looks like a token: a signed XML token, or a JSON Web Token.
    mutating func addTokens(_ body: [UInt8]) {
        let opening: StaticString = "<signatureInfo>"
        var rest = body[...]
        while let found = ByteSearch.end(of: opening, in: rest) {
            rest = rest[found...]
            let end = Self.ends.compactMap { ByteSearch.end(of: $0, in: rest) }.min() ?? rest.endIndex
            add("token", String(decoding: body[(found - opening.utf8CodeUnitCount)..<end], as: UTF8.self))
            rest = rest[end...]
        }
        rest = body[...]
        while let found = ByteSearch.end(of: "eyJ", in: rest) {
            let start = found - 3
            let word = body[start...].prefix(while: Self.isJWTLetter)
            rest = body[word.endIndex...]
            let beginsWord = start == 0 || !Self.isJWTLetter(body[start - 1])
            if beginsWord, word.count(where: { $0 == UInt8(ascii: ".") }) == 2 {
                add("token", String(decoding: word, as: UTF8.self))
            }
        }
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
