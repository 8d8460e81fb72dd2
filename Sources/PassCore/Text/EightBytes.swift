/// Eight bytes of a text side by side in one word, so that a scan for a few rare bytes looks at all of them at once
/// (after "Hacker's Delight", section 6-1).
///
/// A mask has the top bit of each byte that was asked for. Above the lowest such bit it may have others, which mean
/// nothing; the lowest is right, also in the union of several masks.
@usableFromInline @frozen package struct EightBytes: Equatable {
    /// The first byte of the text is the lowest.
    @usableFromInline let word: UInt64

    @inlinable package init(_ word: UInt64) {
        self.word = word
    }

    /// The mask of bytes that equal `byte` when the bits of `ignored` are set in both.
    @inlinable package func equal(_ byte: UInt8, ignoring ignored: UInt8 = 0) -> UInt64 {
        EightBytes((word | Self.all(ignored)) ^ Self.all(byte | ignored)).below(1)
    }

    /// The mask of bytes less than `bound`, which is at most 128.
    @inlinable package func below(_ bound: UInt8) -> UInt64 {
        (word &- Self.all(bound)) & ~word & Self.all(0x80)
    }

    @inlinable package static func == (left: EightBytes, right: EightBytes) -> Bool { left.word == right.word }

    /// These bytes with ASCII's upper-case letters in lower case.
    @inlinable package var lowercased: EightBytes {
        EightBytes(word | within(UInt8(ascii: "A"), UInt8(ascii: "Z")) >> 2)
    }

    /// The mask of bytes that are neither ASCII's letters nor hyphens.
    @inlinable package var otherThanLettersAndHyphens: UInt64 {
        let letters = EightBytes(word | Self.all(0x20)).within(UInt8(ascii: "a"), UInt8(ascii: "z"))
        let hyphens = within(UInt8(ascii: "-"), UInt8(ascii: "-"))
        return ~(letters | hyphens) & Self.all(0x80)
    }

    /// The mask of bytes from `first` to `last`, which are ASCII; exact for each byte, unlike the others.
    @inlinable func within(_ first: UInt8, _ last: UInt8) -> UInt64 {
        // Each byte without its top bit, so that no sum carries into the next byte.
        let low = word & ~Self.all(0x80)
        let reached = low &+ Self.all(0x80 - first)
        let passed = low &+ Self.all(0x7F - last)
        return reached & ~passed & ~word & Self.all(0x80)
    }

    /// The mask of bytes that aren't ASCII.
    @inlinable package var beyondASCII: UInt64 { word & Self.all(0x80) }

    @inlinable static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}

extension UnsafeBufferPointer<UInt8> {
    /// The index of the first byte from `start` on, which is at most `endIndex`, that the mask asks for; `endIndex` when none is.
    @inlinable package func firstIndex(from start: Int, where mask: (EightBytes) -> UInt64) -> Int {
        var index = start
        while index + 8 <= count {
            let found = mask(EightBytes(word(at: index)))
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        // The bytes after the last are 0, and may be asked for.
        return Swift.min(index + mask(EightBytes(lastWord(from: index))).trailingZeroBitCount / 8, count)
    }

    /// Copies what stands from `start` on, which is at most `endIndex`, before the first byte that the mask asks for, and returns
    /// the index of that; `endIndex` when none is.
    ///
    /// What follows in `target` is overwritten too: it has room for eight bytes more than lie between `start` and the end.
    @inlinable package func copyRun(
        from start: Int, to target: UnsafeMutablePointer<UInt8>, until mask: (EightBytes) -> UInt64
    ) -> Int {
        let target = UnsafeMutableRawPointer(target)
        var index = start
        while index + 8 <= count {
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

    /// The eight bytes from `index` on.
    @inlinable func word(at index: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The bytes from `index` on, which are fewer than eight, and zeros.
    @inlinable func lastWord(from index: Int) -> UInt64 {
        // The last eight of all, without those before `index`; where there aren't eight, one by one.
        if count >= 8 { return word(at: count - 8) >> UInt64(8 * (index + 8 - count)) }
        var rest: UInt64 = 0
        for position in (index..<count).reversed() { rest = rest << 8 | UInt64(self[position]) }
        return rest
    }
}
