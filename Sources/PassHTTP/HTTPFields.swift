import PassCore

/// Header fields in the order in which they came or will be written; a name may occur several times.
///
/// All of them lie in one buffer, each as the line that it is on the wire, preceded by what is known of that line. Text is made only
/// for the values that somebody asks for: a request has a dozen fields and an endpoint reads two.
package struct HTTPFields: @unchecked Sendable {
    // `@unchecked` because of the buffer, which is written only here, and only while nothing else refers to it.

    /// What stands before each line.
    private struct Line {
        /// In bytes.
        let name: UInt32
        let value: UInt32
        /// Whether the line can be sent as it is: it was looked at when it was added.
        let isClean: Bool

        /// How long the line is, with what stands between its parts and at its end.
        var length: Int { Int(name) + 2 + Int(value) + 2 }
    }

    /// Owns the bytes.
    private var buffer: ManagedBuffer<Void, UInt8>?
    /// What is written of the buffer; read here, since to ask the buffer counts a reference to it each time.
    private var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    private var capacity = 0
    /// The bits of all names: a name whose bit isn't there isn't either, and most that are asked for aren't.
    private var names: UInt64 = 0
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
        name.spelling.withBytes { name in
            value.withBytes { value in
                let (name, value) = (UnsafeRawBufferPointer(name), UnsafeRawBufferPointer(value))
                append(name, value, isClean: FieldLine.isClean(name, value))
            }
        }
    }

    /// Adds a field of a message that was received.
    mutating func append(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        append(name, value, isClean: false)
    }

    private mutating func append(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, isClean: Bool) {
        let line = Line(name: UInt32(name.count), value: UInt32(value.count), isClean: isClean)
        var target = extend(by: MemoryLayout<Line>.stride + line.length)
        target.storeBytes(of: line, as: Line.self)
        target += MemoryLayout<Line>.stride
        if let source = name.baseAddress { target.copyMemory(from: source, byteCount: name.count) }
        target += name.count
        target.storeBytes(of: (UInt8(ascii: ":"), UInt8(ascii: " ")), as: (UInt8, UInt8).self)
        if let source = value.baseAddress { (target + 2).copyMemory(from: source, byteCount: value.count) }
        target += 2 + value.count
        target.storeBytes(of: (UInt8(ascii: "\r"), UInt8(ascii: "\n")), as: (UInt8, UInt8).self)
        names |= HTTPFieldName.bit(name.count, name.first)
        count += 1
    }

    /// Adds all of another message's behind these.
    package mutating func append(contentsOf others: HTTPFields) {
        withExtendedLifetime(others) {
            guard let source = others.bytes.baseAddress else { return }
            extend(by: others.bytes.count).copyMemory(from: source, byteCount: others.bytes.count)
            names |= others.names
            count += others.count
        }
    }

    /// Makes room for that many bytes of lines and of what stands before each, which is 12 a line.
    mutating func reserve(_ bytes: Int) {
        if bytes > capacity { _ = move(toCapacity: bytes) }
    }

    /// Makes the written part so many bytes longer, and gives the place of the first of them.
    private mutating func extend(by size: Int) -> UnsafeMutableRawPointer {
        let used = bytes.count
        let start: UnsafeMutableRawPointer
        if isKnownUniquelyReferenced(&buffer), used + size <= capacity, let written = bytes.baseAddress {
            start = UnsafeMutableRawPointer(mutating: written)
        } else {
            start = move(toCapacity: max(2 * used, used + size, 64))
        }
        bytes = UnsafeRawBufferPointer(start: start, count: used + size)
        return start + used
    }

    /// Takes a buffer of its own, and gives its start.
    private mutating func move(toCapacity larger: Int) -> UnsafeMutableRawPointer {
        let new = ManagedBuffer<Void, UInt8>.create(minimumCapacity: larger) { _ in }
        // Its elements stay where they are for as long as it is there.
        let start = new.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
        if let source = bytes.baseAddress { start.copyMemory(from: source, byteCount: bytes.count) }
        bytes = UnsafeRawBufferPointer(start: start, count: bytes.count)
        (buffer, capacity) = (new, larger)
        return start
    }

    /// Replaces every field of that name by one.
    package mutating func set(_ name: HTTPFieldName, _ value: String) {
        remove(name)
        append(name, value)
    }

    package mutating func remove(_ name: HTTPFieldName) {
        guard contains(name) else { return }
        var others = HTTPFields()
        name.spelling.withBytes { removed in
            forEach { _, name, value, isClean in
                if !HTTPFieldName.equalIgnoringCase(name, UnsafeRawBufferPointer(removed)) {
                    others.append(name, value, isClean: isClean)
                }
                return true
            }
        }
        self = others
    }

    /// Gives the bytes of each name and value in order; they live no longer than the call.
    package func visit(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
        forEach { _, name, value, _ in
            body(name, value)
            return true
        }
    }

    /// Writes each field's line, in order.
    ///
    /// - Parameter other: writes a field that can't be sent as it is.
    @inline(__always)
    func write(
        into output: inout OutputBuffer,
        other: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ output: inout OutputBuffer) -> Void
    ) {
        forEach { line, name, value, isClean in
            if isClean { output.append(line) } else { other(name, value, &output) }
            return true
        }
    }

    /// Gives the bytes of each value of that name until `body` says that it has enough.
    @inline(__always)
    private func search(_ name: HTTPFieldName, _ body: (_ value: UnsafeRawBufferPointer) -> Bool) {
        if names & name.bit == 0 { return }
        name.spelling.withBytes { letters in
            let wanted = UnsafeRawBufferPointer(letters)
            forEach { _, name, value, _ in
                // Most fields show by their length that they aren't the one.
                guard name.count == wanted.count, HTTPFieldName.equalIgnoringCase(name, wanted) else { return true }
                return body(value)
            }
        }
    }

    /// Gives the bytes of each line and of its parts until `body` says that it has enough.
    @inline(__always)
    private func forEach(
        _ body: (
            _ line: UnsafeRawBufferPointer, _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer,
            _ isClean: Bool
        ) -> Bool
    ) {
        withExtendedLifetime(buffer) {
            var rest = bytes
            while !rest.isEmpty {
                let known = rest.loadUnaligned(as: Line.self)
                let start = MemoryLayout<Line>.stride
                let end = start + known.length
                let line = UnsafeRawBufferPointer(rebasing: rest[start..<end])
                let name = UnsafeRawBufferPointer(rebasing: line[..<Int(known.name)])
                let value = UnsafeRawBufferPointer(rebasing: line[(name.count + 2)..<(line.count - 2)])
                if !body(line, name, value, known.isClean) { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[end...])
            }
        }
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (HTTPFieldName, String)...) {
        for (name, value) in fields { append(name, value) }
    }
}
