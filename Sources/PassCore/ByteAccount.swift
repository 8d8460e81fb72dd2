import Synchronization

/// An account of the bytes that several holders store, with one limit for all of them together.
///
/// A holder takes bytes before it stores something, and gives them back when it removes that. The numbers are the
/// holders' estimates.
package final class ByteAccount: Sendable {
    /// The maximum number of bytes that all holders may store together.
    package let limit: Int
    private let taken = Atomic(0)
    private let highest = Atomic(0)

    package init(limit: Int) {
        self.limit = limit
    }

    /// The bytes that are taken now.
    package var used: Int { taken.load(ordering: .relaxed) }

    /// Takes the bytes if there is room for all of them; otherwise takes none.
    ///
    /// - Returns: whether the bytes were taken. Two callers that ask at the same instant for the last room may both be
    ///   refused.
    package func take(_ count: Int) -> Bool {
        let sum = taken.add(count, ordering: .relaxed).newValue
        guard sum <= limit else {
            taken.subtract(count, ordering: .relaxed)
            return false
        }
        if sum > highest.load(ordering: .relaxed) { highest.store(sum, ordering: .relaxed) }
        return true
    }

    /// Counts bytes that are held already, even beyond the limit.
    package func count(_ count: Int) {
        let sum = taken.add(count, ordering: .relaxed).newValue
        if sum > highest.load(ordering: .relaxed) { highest.store(sum, ordering: .relaxed) }
    }

    /// Gives back bytes that were taken before.
    package func giveBack(_ count: Int) {
        taken.subtract(count, ordering: .relaxed)
    }

    /// Returns by how much `used` is below the highest value that it has had since the last call of this method.
    package func fall() -> Int {
        let used = used
        return highest.exchange(used, ordering: .relaxed) - used
    }
}

extension String {
    /// An estimate of the memory that the string takes in addition to its own 16 bytes.
    ///
    /// A string of up to 15 bytes takes none; a longer one takes a block with a header.
    @inlinable package var heapBytes: Int {
        let count = utf8.count
        return count <= 15 ? 0 : count + 48
    }
}

extension Sequence<String> {
    /// An estimate of the memory that a list or a set of these strings takes.
    @inlinable package var heapBytes: Int {
        var sum = 32
        for text in self { sum += 32 + text.heapBytes }
        return sum
    }
}

extension ExactText {
    /// An estimate of the memory that the text takes in addition to its own 16 bytes.
    package var heapBytes: Int { string.heapBytes }
}

extension Sequence<ExactText> {
    /// An estimate of the memory that a list or a set of these texts takes.
    package var heapBytes: Int {
        var sum = 32
        for text in self { sum += 32 + text.heapBytes }
        return sum
    }
}
