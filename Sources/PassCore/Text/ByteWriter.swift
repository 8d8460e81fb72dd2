/// A run of bytes that grows by pieces, for the writers of JSON, XML and HTML.
///
/// Each piece is copied into the room in one step: appending it byte by byte would cost many times as much. An array
/// would have to check for each piece whether it is shared.
@usableFromInline package struct ByteWriter: ~Copyable {
    /// The room for the bytes, of which the first `length` are written.
    @usableFromInline var room: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var length = 0

    /// Creates a writer without bytes.
    ///
    /// - Parameter capacity: the initial room in bytes, at least one. A text that fits into it needn't move as it grows.
    package init(capacity: Int) {
        self.capacity = capacity
        room = .allocate(capacity: capacity)
    }

    deinit {
        room.deallocate()
    }

    /// The bytes so far.
    package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: room, count: length)) }

    /// The bytes so far as a string, with U+FFFD in place of what isn't UTF-8.
    package var string: String { String(decoding: UnsafeBufferPointer(start: room, count: length), as: UTF8.self) }

    /// Writes one piece of at most `count` bytes.
    ///
    /// - Parameter fill: writes the piece at the given place, and returns its length.
    @inlinable @inline(__always)
    package mutating func write(upTo count: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Int) {
        let length = fill(place(for: count))
        advance(by: length)
    }

    /// Returns the place for a piece of at most `count` bytes; `advance` then makes the piece a part of the bytes.
    @inlinable @inline(__always)
    mutating func place(for count: Int) -> UnsafeMutablePointer<UInt8> {
        if count > capacity &- length { grow(by: count) }
        return room + length
    }

    /// Makes a piece of `count` bytes, which has been written at its place, a part of the bytes.
    @inlinable @inline(__always)
    mutating func advance(by count: Int) {
        length &+= count
    }

    @inlinable package mutating func append(_ byte: UInt8) {
        place(for: 1).pointee = byte
        advance(by: 1)
    }

    @inlinable package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        place(for: bytes.count).update(from: start, count: bytes.count)
        advance(by: bytes.count)
    }

    @inlinable package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { append($0) }
    }

    @inlinable package mutating func append(_ text: String) {
        text.withBytes { append($0) }
    }

    @inlinable package mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends the canonical Base64 text of the bytes, with padding (RFC 4648, section 4).
    package mutating func append(base64 bytes: UnsafeBufferPointer<UInt8>) {
        write(upTo: Base64.lengthWithPadding(of: bytes.count)) { Base64.write(bytes, to: $0) }
    }

    /// Appends a number in decimal, padded with zeros to at least `width` digits.
    package mutating func append(decimal number: Int, width: Int = 1) {
        // The longest number has a sign and 19 digits, or a sign and `width` digits. Its characters are written from
        // the last to the first at the end of a room of twice that size, then moved to the start of the room.
        let most = max(20, width + 1)
        write(upTo: 2 * most) { target in
            var (rest, first) = (number.magnitude, 2 * most)
            repeat {
                first -= 1
                target[first] = UInt8(truncatingIfNeeded: rest % 10) | UInt8(ascii: "0")
                rest /= 10
            } while rest > 0 || 2 * most - first < width
            if number < 0 {
                first -= 1
                target[first] = UInt8(ascii: "-")
            }
            target.update(from: target + first, count: 2 * most - first)
            return 2 * most - first
        }
    }

    @usableFromInline mutating func grow(by count: Int) {
        capacity += max(count, capacity)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: room, count: length)
        room.deallocate()
        room = larger
    }
}
