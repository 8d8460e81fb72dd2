import CPassZlib

/// DEFLATE without a header or checksum (RFC 1951), as the redirect binding uses it for messages.
enum RawDeflate {
    static func compress(_ bytes: [UInt8]) throws(SAMLError) -> [UInt8] {
        let stream = try ZlibStream(.compress(bytes.count))
        let (output, status) = stream.run(bytes, limit: stream.bound(bytes.count))
        guard status == .whole else { throw SAMLError(.encoding, "zlib did not compress \(bytes.count) bytes.") }
        return output
    }

    /// Inflates one whole DEFLATE stream. Throws if it is truncated, damaged, followed by other bytes, or longer than
    /// `limit` bytes when inflated.
    static func decompress(_ bytes: [UInt8], limit: Int) throws(SAMLError) -> [UInt8] {
        let (output, status) = try ZlibStream(.decompress).run(bytes, limit: limit)
        switch status {
        case .whole: return output
        case .outOfSpace: throw SAMLError(.tooLarge, "The message has more than \(limit) bytes when inflated.")
        case .broken: throw SAMLError(.encoding, "The message is not one whole DEFLATE stream.")
        }
    }
}

/// The owner of one zlib stream, for one run in one direction.
private final class ZlibStream {
    enum Direction {
        /// Compression of so many bytes.
        case compress(Int)
        case decompress
    }

    enum Status {
        /// The compressed stream ends exactly where the input ends.
        case whole
        case outOfSpace
        case broken
    }

    /// The stream's state, allocated separately because zlib checks that it has not moved.
    private let stream: UnsafeMutablePointer<z_stream>
    private let direction: Direction

    init(_ direction: Direction) throws(SAMLError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        self.direction = direction
        let status =
            switch direction {
            case .compress(let count):
                Self.startCompression(stream, windowBits: Self.windowBits(for: count))
            case .decompress: CPassZlib_inflateInitRaw(stream)
            }
        // If this throws, `deinit` ends a stream that never started, which is harmless.
        guard status == Z_OK else { throw SAMLError(.encoding, "zlib did not start (status \(status)).") }
    }

    /// Returns the base-2 logarithm of the smallest window in which `count` bytes are compressed as well as in the
    /// largest, which is 15.
    ///
    /// zlib's tables are in proportion to the window, and it clears one of them for each stream. With the largest
    /// window, clearing 64 kB would take longer than compressing the usual message of 1 kB.
    private static func windowBits(for count: Int) -> Int32 {
        // A match reaches back at most the size of the window less 262 bytes.
        var bits: Int32 = 10
        while bits < 15, 1 << Int(bits) < count + 262 { bits += 1 }
        return bits
    }

    /// Starts a compression with the memory level at which zlib keeps as many symbols as the window has bytes, and so
    /// writes a message that fits into the window as one block; at most 8, which is zlib's default.
    private static func startCompression(_ stream: UnsafeMutablePointer<z_stream>, windowBits: Int32) -> Int32 {
        CPassZlib_deflateInitRaw(stream, windowBits, min(8, windowBits - 6))
    }

    deinit {
        // The calls fail only if the stream wasn't finished, and that doesn't matter here.
        switch direction {
        case .compress: _ = deflateEnd(stream)
        case .decompress: _ = inflateEnd(stream)
        }
        stream.deallocate()
    }

    /// Returns the maximum size, in bytes, of the output for `count` bytes of input.
    func bound(_ count: Int) -> Int {
        Int(deflateBound(stream, UInt(count)))
    }

    /// Compresses or inflates all of `input`, into at most `limit` bytes.
    func run(_ input: [UInt8], limit: Int) -> (output: [UInt8], status: Status) {
        var input = input
        let inputCount = input.count
        var status = Status.broken
        let output = input.withUnsafeMutableBufferPointer { source in
            [UInt8](unsafeUninitializedCapacity: limit) { target, count in
                stream.pointee.next_in = source.baseAddress
                stream.pointee.avail_in = UInt32(clamping: inputCount)
                stream.pointee.next_out = target.baseAddress
                stream.pointee.avail_out = UInt32(clamping: limit)
                let code =
                    switch direction {
                    case .compress: deflate(stream, Z_FINISH)
                    case .decompress: inflate(stream, Z_FINISH)
                    }
                if code == Z_STREAM_END && stream.pointee.avail_in == 0 {
                    status = .whole
                } else if code == Z_BUF_ERROR && stream.pointee.avail_out == 0 {
                    status = .outOfSpace
                }
                count = limit - Int(stream.pointee.avail_out)
            }
        }
        return (output, status)
    }
}
