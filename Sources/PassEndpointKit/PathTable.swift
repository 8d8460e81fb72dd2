import PassCore

/// A map from paths to numbers, for a set of paths that never changes.
///
/// A dictionary would hash every request's path with a secret seed, as a defence against clients that choose its keys.
/// Here no client chooses a key, and looking up an unknown path compares it with a few known ones at most.
struct PathTable: Sendable {
    private struct Slot: Sendable {
        /// The path's hash, which decides nearly all comparisons.
        let hash: Int
        let path: String
        let number: Int
    }

    /// The slots; their number is a power of two, and at least half are empty. A path is stored in the first
    /// free slot at or after the one that its hash names.
    private var slots: [Slot?]
    private let mask: Int

    init(_ numbers: [String: Int]) {
        var size = 4
        while size < 2 * numbers.count { size *= 2 }
        slots = Array(repeating: nil, count: size)
        mask = size - 1
        for (path, number) in numbers {
            let hash = path.withBytes(Self.hash)
            var index = hash & mask
            while slots[index] != nil { index = (index + 1) & mask }
            slots[index] = Slot(hash: hash, path: path, number: number)
        }
    }

    subscript(path: UnsafeBufferPointer<UInt8>) -> Int? {
        let hash = Self.hash(path)
        var index = hash & mask
        // Access by index copies no path.
        while let other = slots[index]?.hash {
            if other == hash, slots[index]?.path.hasBytes(path) == true { return slots[index]?.number }
            index = (index + 1) & mask
        }
        return nil
    }

    /// Returns the path's FNV-1a hash, with its halves combined because only the lowest bits count here.
    private static func hash(_ path: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in path { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash ^ hash >> 32)
    }
}
