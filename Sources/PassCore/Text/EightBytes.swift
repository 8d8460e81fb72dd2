/// Eight bytes of a text side by side in one word (after "Hacker's Delight", section 6-1).
///
/// A scan for a few rare bytes can thus examine all eight at once. A mask has the top bit set for each byte that
/// matches. The lowest set bit is always right, even in the union of several masks. Higher set bits may be false
/// matches.
@usableFromInline @frozen package struct EightBytes: Equatable {
    /// The eight bytes; the first byte of the text is the lowest.
    @usableFromInline let word: UInt64

    @inlinable package init(_ word: UInt64) {
        self.word = word
    }

    /// Returns the mask of bytes that equal `byte` when the bits of `ignored` are set in both.
    @inlinable package func equal(_ byte: UInt8, ignoring ignored: UInt8 = 0) -> UInt64 {
        EightBytes((word | Self.all(ignored)) ^ Self.all(byte | ignored)).below(1)
    }

    /// Returns the mask of bytes less than `bound`, which is at most 128.
    @inlinable package func below(_ bound: UInt8) -> UInt64 {
        (word &- Self.all(bound)) & ~word & Self.all(0x80)
    }

    @inlinable package static func == (left: EightBytes, right: EightBytes) -> Bool { left.word == right.word }

    /// The mask of the control characters of ASCII.
    @inlinable package var controls: UInt64 {
        // The tests for bytes less than 0x20 and for 0x7F have their last steps in common.
        ((word &- Self.all(0x20)) | ((word ^ Self.all(0x7F)) &- Self.all(1))) & ~word & Self.all(0x80)
    }

    /// The bytes with the upper-case letters of ASCII in lower case.
    @inlinable package var lowercased: EightBytes {
        EightBytes(word | within(UInt8(ascii: "A"), UInt8(ascii: "Z")) >> 2)
    }

    /// The mask of bytes that are neither ASCII letters nor hyphens.
    @inlinable package var otherThanLettersAndHyphens: UInt64 {
        // The top bit of each byte is cleared so that no sum carries into the next byte.
        let low = word & ~Self.all(0x80)
        let folded = low | Self.all(0x20)
        let reachesA = folded &+ Self.all(0x80 - UInt8(ascii: "a"))
        let passesZ = folded &+ Self.all(0x7F - UInt8(ascii: "z"))
        let differsFromHyphen = (low ^ Self.all(UInt8(ascii: "-"))) &+ Self.all(0x7F)
        return (differsFromHyphen & (~reachesA | passesZ) | word) & Self.all(0x80)
    }

    /// Returns the mask of bytes from `first` to `last`, which are ASCII.
    ///
    /// Unlike the masks of `equal` and `below`, this one is exact for each byte.
    @inlinable func within(_ first: UInt8, _ last: UInt8) -> UInt64 {
        // The top bit of each byte is cleared so that no sum carries into the next byte.
        let low = word & ~Self.all(0x80)
        let reached = low &+ Self.all(0x80 - first)
        let passed = low &+ Self.all(0x7F - last)
        return reached & ~passed & ~word & Self.all(0x80)
    }

    /// The mask of bytes that aren't ASCII.
    @inlinable package var beyondASCII: UInt64 { word & Self.all(0x80) }

    /// Returns a word in which each byte is `byte`.
    @inlinable static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the index of the first byte at or after `start` that `mask` matches, or `endIndex` if there is none.
    ///
    /// `start` is at most `endIndex`.
    @inlinable package func firstIndex(from start: Int, where mask: (EightBytes) -> UInt64) -> Int {
        var index = start
        // Two words at a time need half as many tests and jumps.
        while index &+ 16 <= count {
            let (first, second) = (mask(EightBytes(word(at: index))), mask(EightBytes(word(at: index &+ 8))))
            if first | second != 0 {
                return first != 0
                    ? index + first.trailingZeroBitCount / 8 : index + 8 + second.trailingZeroBitCount / 8
            }
            index &+= 16
        }
        if index + 8 <= count {
            let found = mask(EightBytes(word(at: index)))
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        // The last word is padded with zeros, which the mask may match; hence the bound.
        return Swift.min(index + mask(EightBytes(lastWord(from: index))).trailingZeroBitCount / 8, count)
    }

    /// Copies the bytes from `start` up to the first one that `mask` matches, and returns the index of that byte.
    ///
    /// The result is `endIndex` if no byte matches. `start` is at most `endIndex`. Memory after the copied bytes is
    /// overwritten too: `target` needs room for eight bytes more than lie between `start` and the end.
    @inlinable package func copyRun(
        from start: Int, to target: UnsafeMutablePointer<UInt8>, until mask: (EightBytes) -> UInt64
    ) -> Int {
        let target = UnsafeMutableRawPointer(target)
        var index = start
        while index &+ 16 <= count {
            let (first, second) = (word(at: index), word(at: index &+ 8))
            target.storeBytes(of: first.littleEndian, toByteOffset: index &- start, as: UInt64.self)
            target.storeBytes(of: second.littleEndian, toByteOffset: index &- start &+ 8, as: UInt64.self)
            let (inFirst, inSecond) = (mask(EightBytes(first)), mask(EightBytes(second)))
            if inFirst | inSecond != 0 {
                return inFirst != 0
                    ? index + inFirst.trailingZeroBitCount / 8 : index + 8 + inSecond.trailingZeroBitCount / 8
            }
            index &+= 16
        }
        if index + 8 <= count {
            let word = word(at: index)
            target.storeBytes(of: word.littleEndian, toByteOffset: index - start, as: UInt64.self)
            let found = mask(EightBytes(word))
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        let rest = lastWord(from: index)
        target.storeBytes(of: rest.littleEndian, toByteOffset: index - start, as: UInt64.self)
        return Swift.min(index + mask(EightBytes(rest)).trailingZeroBitCount / 8, count)
    }

    /// Returns the eight bytes from `index` on.
    @inlinable func word(at index: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The first eight bytes as a number; if there are fewer, zeros follow them.
    @inlinable package var firstWord: UInt64 { count >= 8 ? word(at: 0) : lastWord(from: 0) }

    /// Returns the bytes from `index` on, which are fewer than eight, followed by zeros.
    @inlinable func lastWord(from index: Int) -> UInt64 {
        // If the text has eight bytes or more, one load is enough; the bytes before `index` are shifted out.
        if count >= 8 { return word(at: count - 8) >> UInt64(8 * (index + 8 - count)) }
        // A shorter text takes two overlapping loads of four bytes each, or three loads of one byte each.
        let bytes = UnsafeRawBufferPointer(self)
        var all: UInt64 = 0
        if count >= 4 {
            let first = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
            let last = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
            all = UInt64(first) | UInt64(last) << UInt64(8 * (count - 4))
        } else if count > 0 {
            all =
                UInt64(bytes[0]) | UInt64(bytes[count / 2]) << UInt64(count / 2 * 8)
                | UInt64(bytes[count - 1]) << UInt64(8 * (count - 1))
        }
        return index < count ? all >> UInt64(8 * index) : 0
    }
}
