extension StringProtocol {
    /// The text without the white space around it.
    var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

extension Substring {
    /// Returns the range of a word's first occurrence, ignoring the case of ASCII letters only.
    ///
    /// The search makes no lowercased copy of the text: some letters get longer or shorter when their case changes, so
    /// a range in the copy could be a different range in the text.
    ///
    /// - Parameter word: in lower-case ASCII, not empty.
    func firstRange(ofASCII word: String) -> Range<Index>? {
        let word = Array(word.utf8)
        guard let first = word.first else { return nil }
        var start = utf8.startIndex
        while start < utf8.endIndex {
            if Self.lowercased(utf8[start]) == first, let end = end(of: word, at: start) { return start..<end }
            start = utf8.index(after: start)
        }
        return nil
    }

    private func end(of word: [UInt8], at start: Index) -> Index? {
        var place = start
        for byte in word {
            guard place < utf8.endIndex, Self.lowercased(utf8[place]) == byte else { return nil }
            place = utf8.index(after: place)
        }
        return place
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }
}
