/// Base64 text (RFC 4648, sections 4 and 5), decoded in canonical form only, except by `decodeLeniently`.
@usableFromInline package enum Base64 {
    /// The two alphabets of Base64.
    @usableFromInline package enum Alphabet: Sendable {
        /// `+` and `/`, padded with `=`.
        case standard
        /// `-` and `_`, without padding, as JWTs carry it (RFC 7515, section 2).
        case url
    }

    /// Returns the canonical text of the bytes, padded only with `.standard`.
    @inlinable package static func encode(
        _ bytes: some Collection<UInt8>, _ alphabet: Alphabet = .standard
    ) -> String {
        bytes.withBytesInOneRun { encode(run: $0, alphabet) }
    }

    @usableFromInline static func encode(run bytes: UnsafeBufferPointer<UInt8>, _ alphabet: Alphabet) -> String {
        String(unsafeUninitializedCapacity: lengthWithPadding(of: bytes.count)) { text in
            text.baseAddress.map { write(bytes, alphabet, to: $0) } ?? 0
        }
    }

    /// Returns the length of the padded text of that many bytes.
    static func lengthWithPadding(of count: Int) -> Int { (count + 2) / 3 * 4 }

    /// Writes the canonical text of the bytes and returns its length.
    ///
    /// - Parameter target: has room for the padded text.
    static func write(
        _ source: UnsafeBufferPointer<UInt8>, _ alphabet: Alphabet = .standard, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        let letters = (alphabet == .standard ? standardLetters : urlLetters).utf8Start
        var length = 0
        func append(_ number: Int, of group: Int) {
            for index in 0..<number { target[length + index] = letters[group &>> (18 - 6 * index) & 63] }
            length += number
        }
        var index = 0
        while index + 3 <= source.count {
            append(4, of: Int(source[index]) << 16 | Int(source[index + 1]) << 8 | Int(source[index + 2]))
            index += 3
        }
        let rest = source.count - index
        if rest > 0 {
            append(rest + 1, of: Int(source[index]) << 16 | (rest == 2 ? Int(source[index + 1]) << 8 : 0))
            if alphabet == .standard {
                for _ in rest..<3 {
                    target[length] = UInt8(ascii: "=")
                    length += 1
                }
            }
        }
        return length
    }

    /// Returns the bytes, or `nil` for anything but canonical text.
    ///
    /// Canonical text has no characters of another alphabet, no white space, the right padding (with `.url` none) and
    /// no set bits that belong to no byte. Each value therefore has exactly one spelling (RFC 4648, section 3.5).
    @inlinable package static func decode(_ text: some StringProtocol, _ alphabet: Alphabet = .standard) -> [UInt8]? {
        decode(text.utf8, alphabet)
    }

    /// Returns the bytes, or `nil` for anything but the ASCII of canonical text.
    @inlinable package static func decode(
        _ letters: some Collection<UInt8>, _ alphabet: Alphabet = .standard
    ) -> [UInt8]? {
        letters.withBytesInOneRun { decode(run: $0, alphabet) }
    }

    @usableFromInline static func decode(run text: UnsafeBufferPointer<UInt8>, _ alphabet: Alphabet) -> [UInt8]? {
        var letters = text.count
        if alphabet == .standard {
            guard letters.isMultiple(of: 4) else { return nil }
            for _ in 0..<2 where letters > 0 && text[letters - 1] == UInt8(ascii: "=") { letters -= 1 }
        }
        return decode(
            UnsafeBufferPointer(rebasing: text[..<letters]), alphabet == .standard ? standardValues : urlValues)
    }

    /// Decodes letters without padding; returns `nil` if they aren't canonical.
    private static func decode(_ letters: UnsafeBufferPointer<UInt8>, _ values: [UInt8]) -> [UInt8]? {
        // `Array(unsafeUninitializedCapacity:)` with a capacity of 0 writes to the empty array that all threads share,
        // which ThreadSanitizer reports as a race.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: letters.count * 3 / 4) { bytes in
            decode(letters, values, to: bytes).map { Array(bytes[..<$0]) }
        }
    }

    /// Decodes letters without padding, and returns the number of bytes; `nil` if the letters aren't canonical.
    ///
    /// - Parameters:
    ///   - values: the value of each byte as a letter, `noValue` for other bytes.
    ///   - bytes: has room for three bytes for every four letters.
    private static func decode(
        _ letters: UnsafeBufferPointer<UInt8>, _ values: [UInt8], to bytes: UnsafeMutableBufferPointer<UInt8>
    ) -> Int? {
        if letters.count % 4 == 1 { return nil }
        // `union` reaches 0x40 if any byte isn't a letter, because such a byte has the value `noValue`. `spare` holds
        // the bits that belong to no byte.
        var union: UInt8 = 0
        var spare: UInt32 = 0
        var count = 0
        values.withUnsafeBufferPointer { values in
            func value(_ index: Int) -> UInt32 {
                let value = values[Int(letters[index])]
                union |= value
                return UInt32(value)
            }
            var index = 0
            while index + 4 <= letters.count {
                let group = value(index) << 18 | value(index + 1) << 12 | value(index + 2) << 6 | value(index + 3)
                bytes[count] = UInt8(truncatingIfNeeded: group >> 16)
                bytes[count + 1] = UInt8(truncatingIfNeeded: group >> 8)
                bytes[count + 2] = UInt8(truncatingIfNeeded: group)
                index += 4
                count += 3
            }
            guard index < letters.count else { return }
            let isThree = index + 3 == letters.count
            let group = value(index) << 12 | value(index + 1) << 6 | (isThree ? value(index + 2) : 0)
            bytes[count] = UInt8(truncatingIfNeeded: group >> 10)
            if isThree { bytes[count + 1] = UInt8(truncatingIfNeeded: group >> 2) }
            spare = group & (isThree ? 0x3 : 0x3FF)
            count += isThree ? 2 : 1
        }
        return union < 0x40 && spare == 0 ? count : nil
    }

    /// Returns the bytes of text as lenient clients send it, or `nil` if it can't be decoded.
    ///
    /// The text may use either alphabet, any padding, and line breaks and tabs between letters. A space stands for `+`.
    @inlinable package static func decodeLeniently(_ text: some StringProtocol) -> [UInt8]? {
        text.utf8.withBytesInOneRun { decodeLeniently(run: $0) }
    }

    @usableFromInline static func decodeLeniently(run text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        withLenientLetters(of: text) { decode($0, lenientValues) }
    }

    /// Decodes text as `decodeLeniently` does, and returns the bytes as a string.
    ///
    /// The result is `nil` if the text can't be decoded or the bytes aren't UTF-8.
    @inlinable package static func decodeTextLeniently(_ text: some StringProtocol) -> String? {
        text.utf8.withBytesInOneRun { decodeTextLeniently(run: $0) }
    }

    @usableFromInline package static func decodeTextLeniently(run text: UnsafeBufferPointer<UInt8>) -> String? {
        withLenientLetters(of: text) { letters in
            // The string is made from the bytes directly, without an array in between.
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: letters.count * 3 / 4) { bytes in
                decode(letters, lenientValues, to: bytes).flatMap { count in
                    String(exactly: UnsafeBufferPointer(rebasing: bytes[..<count]))
                }
            }
        }
    }

    /// Calls `decode` with the text without padding; if that returns `nil`, once more without any line breaks, tabs and
    /// `=`.
    private static func withLenientLetters<Result>(
        of text: UnsafeBufferPointer<UInt8>, _ decode: (UnsafeBufferPointer<UInt8>) -> Result?
    ) -> Result? {
        var end = text.count
        while end > 0, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
        // Most texts have nothing between their letters, so they need no copy.
        if let result = decode(UnsafeBufferPointer(rebasing: text[..<end])) { return result }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { letters in
            var count = 0
            for byte in text where !isPassedOver(byte) {
                letters[count] = byte
                count += 1
            }
            return decode(UnsafeBufferPointer(rebasing: letters[..<count]))
        }
    }

    private static func isPassedOver(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "="): true
        default: false
        }
    }

    private static var standardLetters: StaticString {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    }
    private static var urlLetters: StaticString { "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" }

    /// The value of each byte as a letter of the alphabet, `noValue` for all other bytes.
    private static let standardValues = values(of: standardLetters)
    private static let urlValues = values(of: urlLetters)
    /// The values of the letters of both alphabets; a space stands for the `+` that a client forgot to encode.
    private static let lenientValues = {
        var values = urlValues
        values[Int(UInt8(ascii: "+"))] = 62
        values[Int(UInt8(ascii: " "))] = 62
        values[Int(UInt8(ascii: "/"))] = 63
        return values
    }()
    private static let noValue: UInt8 = 0xFF

    private static func values(of letters: StaticString) -> [UInt8] {
        var values = [UInt8](repeating: noValue, count: 256)
        for value in 0..<64 { values[Int(letters.utf8Start[value])] = UInt8(value) }
        return values
    }
}
