import PassCore

/// The secrets in bodies of HTML and XML, and the tokens in any text.
///
/// A journal may have many megabytes of such text, so bytes are compared rather than characters.
extension ExchangeSecrets {
    /// Adds the texts of elements and the values of attributes whose names are those of secrets.
    ///
    /// The attribute `name` of an element, or the text of an element `key` or `name` before it, also counts as its
    /// name.
    mutating func addMarkup(_ body: [UInt8], _ origin: SecretScan.Origin) {
        // `last` is the name for the text of the element that the last tag opened; `label` is for the next element with
        // text.
        var last: String?
        var label: String?
        for piece in body.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).dropFirst() {
            if let name = last ?? label, piece.starts(with: "![CDATA[".utf8) {
                label = nil
                let text = piece.dropFirst(8)
                let end = ByteSearch.end(of: "]]>", in: text).map { $0 - 3 } ?? text.endIndex
                addElement(name, text[..<end], after: piece[..<text.startIndex], origin)
            }
            last = nil
            let word = piece.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
            guard !word.isEmpty, word.count <= 64 else { continue }
            let local = word.lastIndex(of: UInt8(ascii: ":")).map { word[($0 + 1)...] } ?? word
            if let name = addAttributes(piece, of: String(decoding: local, as: UTF8.self).asciiLowercased) {
                label = name
            }
            guard let end = piece.firstIndex(of: UInt8(ascii: ">")) else { continue }
            let text = piece[(end + 1)...]
            if let outer = label, text.contains(where: { $0 > 0x20 }) {
                last = outer
                label = nil
                addElement(outer, text, after: piece[...end], origin)
            }
            guard SecretNames.mayBeName(local) else { continue }
            let name = String(decoding: local, as: UTF8.self)
            if SecretNames.isPublic(name) { add(public: Self.unescaped(text)) }
            if name == "name" || name == "key", text.count <= SecretNames.longest {
                let inner = String(decoding: text, as: UTF8.self)
                label = SecretNames.isParameter(inner) ? inner : nil
            }
            guard SecretNames.isParameter(name) else { continue }
            last = name
            addElement(name, text, after: piece[...end], origin)
        }
    }

    /// The elements whose attribute `name` names their own text or that of a child.
    private static let namedElements: Set<ExactText> = [
        "string", "field", "attribute", "textarea", "property", "param", "item", "entry", "data",
    ]

    /// Adds the value in a tag whose attributes give both a secret's name and its value, such as an `input` tag.
    ///
    /// - Returns: the secret's name if its value is the element's text rather than an attribute; `nil` otherwise.
    private mutating func addAttributes(_ tag: ArraySlice<UInt8>, of element: String) -> String? {
        let end = tag.firstIndex(of: UInt8(ascii: ">")) ?? tag.endIndex
        guard tag[..<end].contains(UInt8(ascii: "=")) else { return nil }
        let type = Self.value(of: "type", in: tag).map { String(decoding: $0, as: UTF8.self) }
        let named = Self.value(of: "name", in: tag).map { String(decoding: $0, as: UTF8.self) }
        let name = named ?? (type == "password" ? "password" : "")
        guard SecretNames.isParameter(name), type != "submit", type != "button" else { return nil }
        guard let value = Self.value(of: "value", in: tag) ?? Self.value(of: "content", in: tag) else {
            return Self.namedElements.contains(ExactText(element)) ? name : nil
        }
        add(name, value, after: tag[..<value.startIndex])
        return nil
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
        // A percent sign in a password may look like an escape, and undoing it may give bytes that aren't UTF-8.
        String(validating: UnescapedBytes(Array(text)).bytes, as: UTF8.self) ?? String(decoding: text, as: UTF8.self)
    }

    private mutating func addElement(
        _ name: String, _ text: ArraySlice<UInt8>, after start: ArraySlice<UInt8>, _ origin: SecretScan.Origin
    ) {
        let value = Self.unescaped(text)
        if SecretNames.isMember(name, value), origin != .answer || !value.isSentence {
            add(name, text, after: start)
        }
    }

    /// Adds a secret that is given in its spelling in markup.
    ///
    /// - Parameter start: the text before the secret. A secret that isn't replaced everywhere is replaced only after
    ///   the last bytes of that text.
    private mutating func add(_ name: String, _ text: ArraySlice<UInt8>, after start: ArraySlice<UInt8>) {
        let value = Self.unescaped(text)
        add(name, value)
        if !isText(ExactText(value)) { add(place: Self.unescaped(start.suffix(Self.longestStart)), value) }
    }

    private static let longestStart = 128

    /// Returns the value of an attribute, whose name must be given in lower case.
    private static func value(of name: StaticString, in tag: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let letters = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        var rest = tag
        while let sign = rest.firstIndex(of: UInt8(ascii: "=")) {
            let word = rest[..<sign].suffix(letters.count + 1)
            rest = rest[(sign + 1)...]
            guard word.count > letters.count, let space = word.first, space <= 0x20,
                zip(word.dropFirst(), letters).allSatisfy({ $0 | 0x20 == $1 })
            else {
                // The value of another attribute is skipped: an equals sign within it doesn't end a name.
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

    /// Adds every text that looks like a token: a signed XML token, or a JSON Web Token, which may be encrypted. Either
    /// may be cut at the text's end.
    mutating func addTokens(_ text: UnescapedBytes) {
        let body = text.bytes
        let opening: StaticString = "<signatureInfo>"
        var rest = body[...]
        while let found = ByteSearch.end(of: opening, in: rest) {
            rest = rest[found...]
            let end = Self.ends.compactMap { ByteSearch.end(of: $0, in: rest) }.min() ?? rest.endIndex
            addToken((found - opening.utf8CodeUnitCount)..<end, of: text)
            rest = rest[end...]
        }
        rest = body[...]
        while let found = ByteSearch.end(of: "eyJ", in: rest) {
            let start = found - 3
            let word = body[start...].prefix(while: Self.isJWTLetter)
            rest = body[word.endIndex...]
            guard start == 0 || !Self.isJWTLetter(body[start - 1]) else { continue }
            let dots = word.count(where: { $0 == UInt8(ascii: ".") })
            let isCut = word.endIndex == body.endIndex && dots > 0 && word.count > 24
            if dots == 2 || dots == 4 || isCut { addToken(start..<word.endIndex, of: text) }
        }
    }

    private mutating func addToken(_ range: Range<Int>, of text: UnescapedBytes) {
        // A percent-encoded token may be in a form, where `+` stands for a space, so it is decoded as a form's value.
        let token =
            text.isPercent(range.lowerBound)
            ? SecretScan.decoded(text.raw(range), times: text.level(range.lowerBound))
            : String(decoding: text.bytes[range], as: UTF8.self)
        add("token", token)
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
