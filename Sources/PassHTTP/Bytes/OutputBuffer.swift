import PassCore

/// A growing buffer into which answers are written before one call sends them all.
package struct OutputBuffer: ~Copyable {
    private var storage: UnsafeMutableRawPointer
    private var capacity: Int
    package private(set) var count = 0

    package init(capacity: Int = 16_384) {
        self.capacity = max(capacity, 64)
        storage = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit {
        storage.deallocate()
    }

    /// The bytes that were written since the last `removeAll`; valid until the buffer changes.
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: storage, count: count) }

    /// Removes all bytes after the first `kept` ones.
    package mutating func truncate(to kept: Int) {
        if kept == 0 { removeAll() } else { count = min(count, kept) }
    }

    /// Removes all bytes, and frees memory that only an unusually large answer needed.
    ///
    /// - Parameter kept: the most bytes of memory that the buffer keeps.
    package mutating func removeAll(keepingAtMost kept: Int = 262_144) {
        count = 0
        if capacity > kept {
            storage.deallocate()
            capacity = kept
            storage = .allocate(byteCount: kept, alignment: 16)
        }
    }

    @inline(__always)
    package mutating func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
        reserve(bytes.count)
        (storage + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    package mutating func append(_ bytes: [UInt8]) {
        reserve(bytes.count)
        bytes.withUnsafeBytes { source in
            if let base = source.baseAddress { (storage + count).copyMemory(from: base, byteCount: source.count) }
        }
        count += bytes.count
    }

    /// Appends a number in decimal; it must not be negative.
    package mutating func append(decimal number: Int) {
        precondition(number >= 0, "only lengths and codes are written")
        reserve(20)
        var digits = 1
        var rest = number / 10
        while rest > 0 {
            digits += 1
            rest /= 10
        }
        count += digits
        rest = number
        var place = count
        repeat {
            place -= 1
            let digit = UInt8(truncatingIfNeeded: rest % 10)
            storage.storeBytes(of: UInt8(ascii: "0") + digit, toByteOffset: place, as: UInt8.self)
            rest /= 10
        } while rest > 0
    }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        let larger = max(capacity * 2, count + more)
        let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
        moved.copyMemory(from: storage, byteCount: count)
        storage.deallocate()
        storage = moved
        capacity = larger
    }
}
