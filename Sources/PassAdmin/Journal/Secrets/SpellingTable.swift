#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A text that is searched for, and the part of it that is replaced.
struct Spelling: Sendable {
    var bytes: [UInt8]
    /// The part that is replaced, as offsets in `bytes`.
    var hidden: Range<Int>
    var replacement: [UInt8]
    /// The rank; if two secrets have the same spelling, the one with the smaller rank counts.
    var rank = 0
    /// Whether the text is replaced only where a word ends with it.
    var endsWord = false
    /// Whether the text is replaced only where a word begins with it.
    var beginsWord = false
}

/// The texts that are replaced, ordered so that the longest one at an index is found in few steps, however many there
/// are.
struct SpellingTable: Sendable {
    /// The spellings with the same first four bytes, in the order of their bytes.
    private var groups: [UInt32: [Spelling]] = [:]
    /// The pairs of bytes with which spellings begin. This set rules out most places in a text at less cost than the
    /// table would.
    private var beginnings = Beginnings()

    private static let shortest = 4

    var isEmpty: Bool { groups.isEmpty }

    /// Adds spellings. Adding one that the table already has makes no difference.
    mutating func add(_ spellings: [Spelling]) {
        var added: [UInt32: [Spelling]] = [:]
        for spelling in spellings where spelling.bytes.count >= Self.shortest {
            let start = spelling.bytes.withUnsafeBufferPointer { Self.start($0, at: 0) }
            added[start, default: []].append(spelling)
        }
        for (start, spellings) in added {
            beginnings.insert(start)
            let known = groups[start]?.count ?? 0
            if spellings.count * 16 < known {
                for spelling in spellings { groups[start]?.insertInOrder(spelling) }
            } else {
                groups[start, default: []].append(contentsOf: spellings)
                groups[start]?.sort { Self.order($0, $1) < 0 }
            }
        }
    }

    /// Compares two spellings by their bytes. Among spellings with the same bytes, the one that is used comes last.
    fileprivate static func order(_ left: Spelling, _ right: Spelling) -> Int {
        let order = compare(left.bytes, right.bytes)
        if order != 0 { return order }
        if left.rank != right.rank { return right.rank - left.rank }
        if left.endsWord != right.endsWord { return left.endsWord ? -1 : 1 }
        if left.beginsWord != right.beginsWord { return left.beginsWord ? -1 : 1 }
        return compare(left.replacement, right.replacement)
    }

    private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
        let order = memcmp(left, right, min(left.count, right.count))
        return order == 0 ? left.count - right.count : Int(order)
    }

    /// Returns the four bytes at a place as one number.
    private static func start(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32 {
        bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns bytes with the hidden part of each spelling in them replaced; `nil` if there is none.
    func replaced(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var copied = 0
        visit(bytes) { place, replacement in
            result += bytes[copied..<place.lowerBound]
            result += replacement
            copied = place.upperBound
        }
        return copied == 0 ? nil : result + bytes[copied...]
    }

    /// Returns the raw bytes of a text with the hidden part of each spelling in the text replaced; `nil` if there is none.
    func replaced(_ text: UnescapedBytes) -> [UInt8]? {
        var result: [UInt8] = []
        var copied = 0
        visit(text.bytes) { place, replacement in
            result += text.raw[copied..<text.place(place.lowerBound)]
            result += replacement
            copied = text.place(place.upperBound)
        }
        return copied == 0 ? nil : result + text.raw[copied...]
    }

    /// Calls `body` with the range and the replacement of each hidden part that the bytes contain.
    private func visit(_ bytes: [UInt8], _ body: (Range<Int>, [UInt8]) -> Void) {
        guard bytes.count >= Self.shortest, !isEmpty else { return }
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index + Self.shortest <= bytes.count {
                guard beginnings.contains(bytes[index], bytes[index + 1]), let found = longest(bytes, at: index) else {
                    index += 1
                    continue
                }
                body(index + found.hidden.lowerBound..<index + found.hidden.upperBound, found.replacement)
                index += found.bytes.count
            }
        }
    }

    /// Returns the longest spelling that begins at a place.
    private func longest(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Spelling? {
        let isWithinWord = index > 0 && Self.isWordLetter(bytes[index - 1])
        guard let group = groups[Self.start(bytes, at: index)] else { return nil }
        var text = UnsafeBufferPointer(rebasing: bytes[index...])
        let following = text
        // All spellings with which the text begins come before the text in the order of bytes, the longest one last.
        var end = group.countNotAfter(text, in: group.count)
        while end > 0 {
            let spelling = group[end - 1]
            let common = spelling.bytes.commonPrefix(text)
            if common < spelling.bytes.count {
                text = UnsafeBufferPointer(rebasing: text[..<common])
                end = group.countNotAfter(text, in: end - 1)
            } else if spelling.endsWord && Self.goesOn(following, at: common) || spelling.beginsWord && isWithinWord {
                end -= 1
            } else {
                return spelling
            }
        }
        return nil
    }

    /// Whether a word continues at an index. A full stop that ends a word isn't part of it.
    private static func goesOn(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index < text.count else { return false }
        guard text[index] == UInt8(ascii: ".") else { return isWordLetter(text[index]) }
        return index + 1 < text.count && isWordLetter(text[index + 1])
    }

    private static func isWordLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

extension [Spelling] {
    /// Inserts a spelling in order, unless the array already has it.
    fileprivate mutating func insertInOrder(_ spelling: Spelling) {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let order = SpellingTable.order(self[middle], spelling)
            if order == 0 { return }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        insert(spelling, at: low)
    }

    /// Returns how many of the first `end` spellings don't come after a text in the order of bytes.
    fileprivate func countNotAfter(_ text: UnsafeBufferPointer<UInt8>, in end: Int) -> Int {
        guard let start = text.baseAddress else { return 0 }
        var (low, high) = (0, end)
        while low < high {
            let middle = (low + high) / 2
            let bytes = self[middle].bytes
            let order = memcmp(bytes, start, Swift.min(bytes.count, text.count))
            if order < 0 || order == 0 && bytes.count <= text.count { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension [UInt8] {
    /// Returns the length in bytes of the prefix that the bytes share with another text.
    fileprivate func commonPrefix(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        let most = Swift.min(count, text.count)
        return withUnsafeBufferPointer { bytes in
            var index = 0
            while index < most, bytes[index] == text[index] { index += 1 }
            return index
        }
    }
}

/// A set of pairs of bytes.
private struct Beginnings: Sendable {
    private var bits = [UInt64](repeating: 0, count: 65_536 / 64)

    /// Adds the first two of a number's four bytes.
    mutating func insert(_ start: UInt32) { bits[Int(start >> 22)] |= 1 << UInt64(start >> 16 & 63) }

    func contains(_ first: UInt8, _ second: UInt8) -> Bool {
        bits[Int(first) << 2 | Int(second >> 6)] >> UInt64(second & 63) & 1 == 1
    }
}
