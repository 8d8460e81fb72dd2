import PassCore

/// The secrets after a colon.
extension SecretScan {
    /// Reads `"name":"value"`, where the value may also be a number or a list of strings. Returns the end of the value
    /// if it is a secret.
    mutating func member(_ bytes: UnsafeBufferPointer<UInt8>, _ sign: Int) -> Int? {
        guard let name = name(bytes, before: sign, mayBeQuoted: true) else { return nil }
        let isPair = name.text == "name" || name.text == "key" || name.text == "value"
        guard isPair || mayBeSecretMember(name.text) else { return nil }
        var start = sign + 1
        while start < bytes.count, start - sign < 256, Self.isSpace(bytes[start]) { start += 1 }
        guard start < bytes.count else { return nil }
        if isPair { return pair(bytes, name, start) }
        if bytes[start] == UInt8(ascii: "[") {
            var place = start
            repeat {
                place += 1
                while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
                guard let end = string(bytes, name, place) else { break }
                place = end
                while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
            } while place < bytes.count && bytes[place] == UInt8(ascii: ",")
            return place
        }
        return string(bytes, name, start) ?? number(bytes, name, start)
    }

    /// Reads a string whose opening quote is at the given index, or after backslashes that begin there.
    private mutating func string(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Name, _ start: Int) -> Int? {
        var opening = start
        while opening < bytes.count, opening - start < 16, bytes[opening] == UInt8(ascii: "\\") { opening += 1 }
        guard opening < bytes.count, Self.isQuote(bytes[opening]) else { return nil }
        return quoted(bytes, name, opening: opening, backslashes: opening - start)
    }

    /// Reads a text between quotes. Quotes within the text are escaped more times than those around it.
    mutating func quoted(
        _ bytes: UnsafeBufferPointer<UInt8>, _ name: Name, opening: Int, backslashes: Int
    ) -> Int? {
        let (end, close) = stringEnd(bytes, opening, backslashes, atMost: name.text == "code" ? 64 : .max)
        guard end > opening + 1 else { return nil }
        let level = text.level(opening)
        let raw = text.raw((opening + 1)..<end)
        let value = Self.string(raw, level: text.isPercent(opening) ? level : 0, backslashes: backslashes)
        guard isSecretMember(name.text, value), origin != .answer || !value.isSentence else {
            return nil
        }
        add(name, (opening + 1)..<end, end: close) { _ in value }
        return close ?? end
    }

    /// Returns the end of a string, and the index just after its closing quote if there is one.
    private func stringEnd(
        _ bytes: UnsafeBufferPointer<UInt8>, _ opening: Int, _ backslashes: Int, atMost longest: Int
    ) -> (end: Int, close: Int?) {
        let level = text.level(opening)
        var run = 0
        for index in (opening + 1)..<max(bytes.count, opening + 1) {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\") {
                run += 1
                continue
            }
            // The quote closes the string unless a backslash escapes it. Two backslashes stand for one in the text; in
            // a string within a string, four do, and so on.
            let isClose = run < backslashes || run % (2 * backslashes + 2) == backslashes
            if byte == bytes[opening], text.level(index) <= level, isClose {
                return (index - min(run, backslashes), index + 1)
            }
            run = 0
            if index - opening > longest { return (opening, nil) }
        }
        return (bytes.count, nil)
    }

    /// Returns the text that a JSON string stands for.
    ///
    /// - Parameters:
    ///   - level: the number of times that the JSON text is percent-encoded.
    ///   - backslashes: the number of backslashes before the string's quotes, which is 0, 1, 3, 7 and so on.
    private static func string(_ raw: [UInt8], level: Int, backslashes: Int) -> String {
        var bytes = level > 8 || raw.contains(UInt8(ascii: "&")) ? UnescapedBytes(raw).bytes : raw
        for _ in 0..<min(level, 8) {
            guard let text = PercentEncoding.decode(bytes, plusIsSpace: true) else { break }
            bytes = Array(text.utf8)
        }
        var rest = backslashes
        bytes = UnescapedBytes.ofJSON(bytes)
        while rest > 0 {
            bytes = UnescapedBytes.ofJSON(bytes)
            rest = (rest - 1) / 2
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func number(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Name, _ start: Int) -> Int? {
        guard name.quote != nil, !SecretNames.isWord(name.text) else { return nil }
        let digits = bytes[start...].prefix(64).prefix { (0x30...0x39).contains($0) }
        guard digits.count >= (name.text == "code" ? SecretSpellings.shortest : 1) else { return nil }
        add(name, digits.startIndex..<digits.endIndex, isNumber: true) {
            String(decoding: $0, as: UTF8.self)
        }
        return digits.endIndex
    }

    /// Reads one half of `"name":"password","value":"…"`.
    private mutating func pair(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Name, _ start: Int) -> Int? {
        guard name.text == "value" else {
            let rest = bytes[start...].prefix(SecretNames.longest + 16)
            let word = rest.drop { $0 == UInt8(ascii: "\\") || Self.isQuote($0) }.prefix(while: Self.isNameLetter)
            let text = String(decoding: word, as: UTF8.self).asciiLowercased
            named = SecretNames.isParameter(text) ? (text, start) : nil
            return nil
        }
        guard let named, start - named.place < 256 else { return nil }
        self.named = nil
        return string(bytes, Name(text: named.name, start: name.start, quote: name.quote), start)
    }

    /// Reads the password in a URL such as `https://user:password@host/`.
    mutating func user(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        let level = text.level(start - 1)
        let isEnd = { (byte: UInt8) in
            switch byte {
            case 0...0x20, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\""),
                UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"):
                true
            default: false
            }
        }
        let longest = min(start + 512, bytes.count)
        let stop = (start..<longest).first { isEnd(bytes[$0]) && text.level($0) <= level } ?? longest
        let rest = bytes[start..<stop]
        guard let end = rest.lastIndex(of: UInt8(ascii: "@")),
            let colon = rest[..<end].firstIndex(of: UInt8(ascii: ":")), colon + 1 < end
        else { return nil }
        add(Name(text: "password", start: start), (colon + 1)..<end, end: end + 1) {
            Self.decoded($0, times: level + 1)
        }
        return end
    }

    /// The names of schemes that can precede credentials, in lower case.
    static let schemes = ["basic", "bearer", "digest", "dpop", "fingerprint"]

    /// Reads `Authorization: Bearer …` in a text, as in a recorded command or a log.
    mutating func credentials(_ bytes: UnsafeBufferPointer<UInt8>, _ sign: Int) -> Int? {
        guard let name = name(bytes, before: sign, mayBeQuoted: true), SecretNames.isField(name.text)
        else { return nil }
        var start = sign + 1
        while start < bytes.count, start - sign < 16, Self.isSpace(bytes[start]) { start += 1 }
        let scheme = Self.schemes.lazy.map { $0 + " " }.first { scheme in
            bytes[start...].prefix(scheme.utf8.count).map { $0 | 0x20 }.elementsEqual(scheme.utf8)
        }
        guard scheme != nil || origin != .answer else { return nil }
        start += scheme?.utf8.count ?? 0
        let word = bytes[start...].prefix { byte in
            byte > 0x20 && !Self.isQuote(byte) && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "<")
                && byte != UInt8(ascii: "&")
        }
        guard word.count >= 8 else { return nil }
        add(name, word.startIndex..<word.endIndex) { String(decoding: $0, as: UTF8.self) }
        return word.endIndex
    }
}
