#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The search for a sequence of bytes in other bytes. Bodies are searched so often that comparing characters would take
/// most of the time.
enum ByteSearch {
    static func contains(_ word: StaticString, in bytes: ArraySlice<UInt8>) -> Bool { end(of: word, in: bytes) != nil }

    /// Returns the index just after the first occurrence of a word; `nil` if there is none.
    static func end(of word: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
        let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        return bytes.withUnsafeBufferPointer { first(word, in: $0) }.map { bytes.startIndex + $0 + word.count }
    }

    /// Returns the offset of the first occurrence of a word, which must not be empty; `nil` if there is none.
    static func first(_ word: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let wanted = word.baseAddress, let start = bytes.baseAddress, bytes.count >= word.count else {
            return nil
        }
        var next = 0
        let last = bytes.count - word.count
        while next <= last, let found = memchr(start + next, Int32(wanted[0]), last - next + 1) {
            let offset = UnsafeRawPointer(found) - UnsafeRawPointer(start)
            if memcmp(found, wanted, word.count) == 0 { return offset }
            next = offset + 1
        }
        return nil
    }

    /// Returns the strings that follow `start`, each up to one of the bytes in `ends`: at most eight strings, each of
    /// at most 8 KiB.
    static func pieces(of body: [UInt8], from start: StaticString, to ends: String) -> [String] {
        var pieces: [String] = []
        var rest = body[...]
        while pieces.count < 8, let begin = end(of: start, in: rest) {
            rest = rest[begin...]
            let piece = rest.prefix(8_192).prefix { !ends.utf8.contains($0) }
            pieces.append(String(decoding: piece, as: UTF8.self))
        }
        return pieces
    }
}
