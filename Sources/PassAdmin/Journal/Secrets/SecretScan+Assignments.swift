import PassCore

/// The secrets after an equals sign.
extension SecretScan {
    /// Reads `name=value` and `name="value"`. Returns the end of the value if it is a secret.
    mutating func assignment(_ bytes: UnsafeBufferPointer<UInt8>, _ sign: Int) -> Int? {
        let isSpaced = sign > 0 && bytes[sign - 1] == 0x20
        guard let name = name(bytes, before: sign, mayBeQuoted: isSpaced) else { return nil }
        var start = sign + 1
        while isSpaced, start < bytes.count, start - sign < 16, bytes[start] == 0x20 { start += 1 }
        while start < bytes.count, start - sign < 16, bytes[start] == UInt8(ascii: "\\") { start += 1 }
        if name.text == "name" { return part(bytes, start) }
        if start < bytes.count, Self.isQuote(bytes[start]) {
            guard mayBeSecretMember(name.text) else { return nil }
            return quoted(bytes, name, opening: start, backslashes: start - sign - 1)
        }
        if isSpaced { return nil }
        let isWord = SecretNames.isWord(name.text) || name.text == "code"
        let isPublic = SecretNames.isPublic(name.text)
        guard isPublic || SecretNames.isParameter(name.text) || others.contains(ExactText(name.text)),
            name.start == 0 || beginsParameter(bytes[name.start - 1], isWord: isWord)
        else { return nil }
        let level = text.level(sign)
        start = sign + 1
        let end = valueEnd(bytes, from: start, level, atMost: isPublic ? 1_024 : .max)
        guard end > start else { return nil }
        let times = text.isPercent(sign) ? level + 1 : 1
        add(name, start..<end, isPublic: isPublic) { Self.decoded($0, times: times) }
        return isPublic ? nil : end
    }

    private func valueEnd(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ level: Int, atMost longest: Int
    ) -> Int {
        var end = start
        while end < bytes.count, end - start < longest {
            switch bytes[end] {
            case UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"),
                UInt8(ascii: ">"), UInt8(ascii: "\\"), 0...0x20:
                if text.level(end) <= level { return end }
            case UInt8(ascii: ";"), UInt8(ascii: ","):
                if origin == .field, text.level(end) <= level { return end }
            default: break
            }
            end += 1
        }
        return end
    }

    /// Returns the text of a form's value that is percent-encoded `times` times.
    static func decoded(_ raw: [UInt8], times: Int) -> String {
        var bytes = UnescapedBytes.ofJSON(raw)
        guard times <= 8 else { return String(decoding: UnescapedBytes(bytes).bytes, as: UTF8.self) }
        for _ in 0..<times {
            guard let text = PercentEncoding.decode(bytes, plusIsSpace: true) else { break }
            bytes = Array(text.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads a part of multipart form data (RFC 7578). The name of the part, quoted or not, begins at `begin`.
    private mutating func part(_ bytes: UnsafeBufferPointer<UInt8>, _ begin: Int) -> Int? {
        guard begin < bytes.count else { return nil }
        let isQuoted = Self.isQuote(bytes[begin])
        let rest = bytes[(isQuoted ? begin + 1 : begin)...].prefix(SecretNames.longest + 32)
        var name = rest.prefix { isQuoted ? $0 != bytes[begin] : $0 > 0x20 && $0 != UInt8(ascii: ";") }
        let close = name.endIndex
        if name.last == UInt8(ascii: "]") { name = name.dropLast() }
        let start = name.lastIndex { !Self.isNameLetter($0) }.map { $0 + 1 } ?? name.startIndex
        let word = String(decoding: bytes[start..<name.endIndex], as: UTF8.self).asciiLowercased
        guard SecretNames.isParameter(word), let begin = Self.contentStart(bytes, after: close) else { return nil }
        var end = begin
        while end < bytes.count {
            if bytes[end] == 0x0A, bytes[(end + 1)...].prefix(2).elementsEqual("--".utf8) { break }
            end += 1
        }
        if end < bytes.count, end > begin, bytes[end - 1] == 0x0D { end -= 1 }
        guard end > begin else { return nil }
        let found = Name(text: word, start: start)
        add(found, begin..<end) { String(decoding: $0, as: UTF8.self) }
        return end
    }

    /// Returns the index just after the empty line that ends the header fields of a part.
    private static func contentStart(_ bytes: UnsafeBufferPointer<UInt8>, after start: Int) -> Int? {
        for index in start..<max(start, min(start + 1_024, bytes.count - 1)) where bytes[index] == 0x0A {
            if bytes[index + 1] == 0x0A { return index + 2 }
            if bytes[index + 1] == 0x0D, index + 2 < bytes.count, bytes[index + 2] == 0x0A { return index + 3 }
        }
        return nil
    }
}
