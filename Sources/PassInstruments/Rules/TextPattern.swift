package import PassCore

/// A text in which each `*` stands for any text, even an empty one. Every other byte stands for itself.
package struct TextPattern: Sendable, Hashable, CustomStringConvertible {
    /// The pattern as it was given.
    package let text: ExactText
    /// The strings between the stars; one piece if there is no star.
    private let pieces: [[UInt8]]

    /// The maximum length of a pattern, in bytes of UTF-8.
    package static let longest = 1_024

    package init(_ text: String) {
        self.text = ExactText(text)
        pieces = text.pieces(separatedBy: UInt8(ascii: "*")).map { Array($0.utf8) }
    }

    package var description: String { text.string }

    /// Whether the pattern has no star, so that only one text matches it.
    package var isPlain: Bool { pieces.count == 1 }

    /// Whether every text matches.
    package var matchesAll: Bool { pieces.count > 1 && pieces.allSatisfy(\.isEmpty) }

    package func matches(_ candidate: String) -> Bool {
        candidate.withBytes { bytes in
            guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
                return bytes.elementsEqual(pieces[0])
            }
            guard bytes.count >= first.count + last.count, bytes.starts(with: first),
                bytes.suffix(last.count).elementsEqual(last)
            else { return false }
            // Each piece in between is matched at its first occurrence, which leaves the most text for the later
            // pieces.
            var start = first.count
            let end = bytes.count - last.count
            for piece in pieces[1..<(pieces.count - 1)] where !piece.isEmpty {
                guard let found = Self.find(piece, in: bytes, from: start, to: end) else { return false }
                start = found + piece.count
            }
            return true
        }
    }

    private static func find(
        _ piece: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
    ) -> Int? {
        var index = start
        while index + piece.count <= end {
            if bytes[index] == piece[0], bytes[index..<(index + piece.count)].elementsEqual(piece) { return index }
            index += 1
        }
        return nil
    }
}
