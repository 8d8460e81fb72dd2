import PassCore

/// Numbers by path, for a set of paths that stays as it was made.
///
/// A dictionary would hash every request's path with a secret, against peers who choose what is in it. Here none does, and a
/// path that isn't there meets no more than a few that are.
struct PathTable: Sendable {
    private struct Slot: Sendable {
        let path: String
        let number: Int
    }

    /// A power of two of them, at least half of which are empty; a path stands in the first that was free from its hash on.
    private var slots: [Slot?]
    private let mask: Int

    init(_ numbers: [String: Int]) {
        var size = 4
        while size < 2 * numbers.count { size *= 2 }
        slots = Array(repeating: nil, count: size)
        mask = size - 1
        for (path, number) in numbers {
            var index = path.withBytes(Self.hash) & mask
            while slots[index] != nil { index = (index + 1) & mask }
            slots[index] = Slot(path: path, number: number)
        }
    }

    subscript(path: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = Self.hash(path) & mask
        while let slot = slots[index] {
            if slot.path.hasBytes(path) { return slot.number }
            index = (index + 1) & mask
        }
        return nil
    }

    /// FNV-1a, with its halves joined since only the lowest bits count here.
    private static func hash(_ path: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in path { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash ^ hash >> 32)
    }
}
