/// Header fields in the order in which they came or will be written; a name may occur several times.
///
/// All names and values lie in one buffer, each pair behind its two lengths. Text is made only for the values that somebody
/// asks for: a request has a dozen fields and an endpoint reads two.
package struct HTTPFields: Sendable {
    /// One field: where in the buffer its name and value stand.
    private struct Place {
        static let lengthsSize = MemoryLayout<UInt64>.size

        let name: Range<Int>
        let value: Range<Int>

        /// The field whose lengths stand at `start`.
        init(at start: Int, in bytes: UnsafeRawBufferPointer) {
            let lengths = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            let nameStart = start + Self.lengthsSize
            name = nameStart..<(nameStart + Int(lengths & 0xFFFF_FFFF))
            value = name.upperBound..<(name.upperBound + Int(lengths >> 32))
        }

        static func lengths(name: Int, value: Int) -> UInt64 {
            UInt64(UInt32(name)) | UInt64(UInt32(value)) << 32
        }
    }

    private var buffer: [UInt8] = []
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// The value of the first field of that name.
    package subscript(name: HTTPFieldName) -> String? {
        var text: String?
        search(name) { value in
            text = String(decoding: value, as: UTF8.self)
            return false
        }
        return text
    }

    /// The values of all fields of that name, in order.
    package func values(_ name: HTTPFieldName) -> [String] {
        var values: [String] = []
        search(name) { value in
            values.append(String(decoding: value, as: UTF8.self))
            return true
        }
        return values
    }

    package func contains(_ name: HTTPFieldName) -> Bool {
        var isThere = false
        search(name) { _ in
            isThere = true
            return false
        }
        return isThere
    }

    /// The names and values, in order.
    package var pairs: [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        visit { pairs.append((String(decoding: $0, as: UTF8.self), String(decoding: $1, as: UTF8.self))) }
        return pairs
    }

    package mutating func append(_ name: HTTPFieldName, _ value: String) {
        var (spelling, value) = (name.spelling, value)
        spelling.withUTF8 { name in
            value.withUTF8 { append(UnsafeRawBufferPointer(name), UnsafeRawBufferPointer($0)) }
        }
    }

    mutating func append(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        withUnsafeBytes(of: Place.lengths(name: name.count, value: value.count)) { buffer.append(contentsOf: $0) }
        buffer.append(contentsOf: name)
        buffer.append(contentsOf: value)
        count += 1
    }

    /// Adds all of another message's behind these.
    package mutating func append(contentsOf others: HTTPFields) {
        buffer.append(contentsOf: others.buffer)
        count += others.count
    }

    /// Makes room for that many bytes of names and values.
    mutating func reserve(_ bytes: Int) {
        buffer.reserveCapacity(bytes)
    }

    /// Replaces every field of that name by one.
    package mutating func set(_ name: HTTPFieldName, _ value: String) {
        remove(name)
        append(name, value)
    }

    package mutating func remove(_ name: HTTPFieldName) {
        guard contains(name) else { return }
        var others = HTTPFields()
        var spelling = name.spelling
        spelling.withUTF8 { removed in
            visit { name, value in
                if !HTTPFieldName.equalIgnoringCase(name, UnsafeRawBufferPointer(removed)) {
                    others.append(name, value)
                }
            }
        }
        self = others
    }

    /// Gives the bytes of each name and value in order; they live no longer than the call.
    package func visit(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
        buffer.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                let place = Place(at: start, in: bytes)
                body(
                    UnsafeRawBufferPointer(rebasing: bytes[place.name]),
                    UnsafeRawBufferPointer(rebasing: bytes[place.value]))
                start = place.value.upperBound
            }
        }
    }

    /// Gives the bytes of each value of that name until `body` says that it has enough.
    @inline(__always)
    private func search(_ name: HTTPFieldName, _ body: (_ value: UnsafeRawBufferPointer) -> Bool) {
        var spelling = name.spelling
        spelling.withUTF8 { wanted in
            buffer.withUnsafeBytes { bytes in
                var start = 0
                while start < bytes.count {
                    let place = Place(at: start, in: bytes)
                    start = place.value.upperBound
                    // Most fields show by their length that they aren't the one.
                    guard place.name.count == wanted.count,
                        HTTPFieldName.equalIgnoringCase(
                            UnsafeRawBufferPointer(rebasing: bytes[place.name]), UnsafeRawBufferPointer(wanted))
                    else { continue }
                    if !body(UnsafeRawBufferPointer(rebasing: bytes[place.value])) { return }
                }
            }
        }
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (HTTPFieldName, String)...) {
        for (name, value) in fields { append(name, value) }
    }
}
