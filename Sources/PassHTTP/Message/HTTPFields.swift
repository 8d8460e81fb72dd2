import PassCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Header fields in the order in which they arrived or will be written; a name may occur several times.
///
/// The fields are stored in one buffer as lines, exactly as on the wire, so that receiving or sending them takes one
/// copy. Only the values that are asked for become strings: a request has a dozen fields, and an endpoint reads two. In
/// a request, the buffer also holds the target, before the first line.
///
/// A field that mustn't be sent unchanged is corrected when it is added. A control character in a value, except a tab,
/// becomes a space, since it could end the line (RFC 9110, section 5.5). A field whose name isn't a token is left out.
package struct HTTPFields: @unchecked Sendable {
    // `@unchecked` because of the buffer, which is written only in this file, and only while nothing else refers to it.

    /// The owner of the bytes in `lines`.
    private var buffer: ManagedBuffer<Void, UInt8>?
    /// The lines in the buffer, stored here because each access through the buffer costs reference counting.
    private var lines = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The buffer's room for lines, in bytes.
    private var capacity = 0
    /// The length of the request's target, which is in the buffer before the first line; 0 for a response.
    private var targetLength = 0
    /// The union of the bits of all names (`HTTPFieldName.bit`).
    ///
    /// There is no field of a name whose bit isn't in the union, so most look-ups end at once.
    private var names: UInt64 = 0
    /// Whether there may be a field that only the serializer writes (`HTTPFieldName.isFraming`).
    private var holdsFraming = false
    /// The number of fields.
    package private(set) var count = 0

    package init() {}

    /// Creates the fields of a received request.
    ///
    /// - Parameters:
    ///   - target: the request's target in origin form.
    ///   - lines: whole lines, each with its CRLF, as `FieldLine.parse` accepts them.
    ///   - names: the union of the bits of their names.
    ///   - count: the number of lines.
    init(of target: UnsafeRawBufferPointer, lines: UnsafeRawBufferPointer, names: UInt64, count: Int) {
        _ = move(lines, after: target, capacity: lines.count)
        (self.names, self.count, holdsFraming) = (names, count, true)
    }

    /// Returns a copy of the fields for a request with that target.
    func with(target: String) -> HTTPFields {
        target.withBytes { target in
            var fields = self
            _ = fields.move(lines, after: UnsafeRawBufferPointer(target), capacity: lines.count)
            return fields
        }
    }

    /// Returns the bytes at that place in the lines of a received message; they are valid as long as the fields are.
    func bytes(_ place: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: lines.assumingMemoryBound(to: UInt8.self)[place])
    }

    /// The target and the lines as they are stored; valid as long as the fields are.
    package var stored: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: lines.baseAddress.map { $0 - targetLength }, count: targetLength + lines.count)
    }

    /// The number of bytes in `stored`.
    package var storedCount: Int { targetLength + lines.count }

    /// The target of the request that the fields belong to, empty for a response; valid as long as the fields are.
    var target: UnsafeBufferPointer<UInt8> {
        guard let first = lines.baseAddress else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(
            start: (first - targetLength).assumingMemoryBound(to: UInt8.self), count: targetLength)
    }
}

// Look-up of fields.
extension HTTPFields {
    package var isEmpty: Bool { count == 0 }

    /// The bytes of memory that the fields take, including the target of the request that they belong to.
    package var byteCount: Int { targetLength + capacity }

    /// Calls `body` with the bytes of each name and value, in order; they are valid only during the call.
    package func visit(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
        forEachLine { line, name in body(name, Self.value(of: line, after: name.count)) }
    }

    /// Writes the lines in order, except those that the serializer writes itself.
    func write(into output: inout OutputBuffer) {
        withExtendedLifetime(buffer) {
            if !holdsFraming { return output.append(lines) }
            forEachLine { line, name in
                if !HTTPFieldName.isFraming(name) { output.append(line) }
            }
        }
    }

    /// Calls `body` with the bytes of each value of that name until `body` returns `false`.
    @inline(__always)
    func search(_ name: HTTPFieldName, _ body: (_ value: UnsafeRawBufferPointer) -> Bool) {
        if names & name.bit == 0 { return }
        withExtendedLifetime(buffer) {
            name.spelling.withBytes { letters in
                let wanted = UnsafeRawBufferPointer(letters)
                var rest = lines
                while let line = Self.firstLine(of: rest) {
                    rest = UnsafeRawBufferPointer(rebasing: rest[line.count...])
                    // The place of the colon is enough to rule out most lines.
                    guard line.count > wanted.count, line[wanted.count] == UInt8(ascii: ":"),
                        HTTPFieldName.equalIgnoringCase(UnsafeRawBufferPointer(rebasing: line[..<wanted.count]), wanted)
                    else { continue }
                    if !body(Self.value(of: line, after: wanted.count)) { return }
                }
            }
        }
    }

    /// Calls `body` with each line, including its CRLF, and the line's name.
    private func forEachLine(_ body: (_ line: UnsafeRawBufferPointer, _ name: UnsafeRawBufferPointer) -> Void) {
        withExtendedLifetime(buffer) {
            var rest = lines
            while let line = Self.firstLine(of: rest) {
                rest = UnsafeRawBufferPointer(rebasing: rest[line.count...])
                let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.startIndex
                body(line, UnsafeRawBufferPointer(rebasing: line[..<colon]))
            }
        }
    }

    static func firstLine(of lines: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard let start = lines.baseAddress, let feed = memchr(start, 0x0A, lines.count) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(feed) - start + 1)
    }

    /// Returns the value of a line whose name has `name` bytes, without the white space around the value.
    private static func value(of line: UnsafeRawBufferPointer, after name: Int) -> UnsafeRawBufferPointer {
        var (start, end) = (name + 1, line.count - 2)
        while start < end, FieldLine.isSpace(line[start]) { start += 1 }
        while end > start, FieldLine.isSpace(line[end - 1]) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: line[start..<end])
    }
}

// Adding and removing fields.
extension HTTPFields {
    package mutating func append(_ name: HTTPFieldName, _ value: String) {
        guard name.isToken else { return }
        name.spelling.withBytes { name in
            value.withBytes { append(UnsafeRawBufferPointer(name), UnsafeRawBufferPointer($0)) }
        }
        if name.isFraming { holdsFraming = true }
    }

    /// Adds a field whose value is written directly into the buffer.
    ///
    /// - Parameters:
    ///   - room: the maximum length of the value.
    ///   - write: writes the value, without control characters, and returns its length.
    package mutating func append(
        _ name: HTTPFieldName, room: Int, writing write: (UnsafeMutableBufferPointer<UInt8>) -> Int
    ) {
        guard name.isToken else { return }
        name.spelling.withBytes { spelling in
            let used = lines.count
            let start = extend(by: spelling.count + room + 4)
            let target = Self.write(UnsafeRawBufferPointer(spelling), to: start)
            let length = write(
                UnsafeMutableBufferPointer(start: target.assumingMemoryBound(to: UInt8.self), count: room))
            let end = Self.endLine(target + length)
            lines = UnsafeRawBufferPointer(rebasing: lines[..<(used + (end - start))])
            names |= name.bit
        }
        count += 1
        if name.isFraming { holdsFraming = true }
    }

    /// Writes a name with the colon and the space after it, and returns the address after these.
    private static func write(
        _ name: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        if let source = name.baseAddress { target.copyMemory(from: source, byteCount: name.count) }
        target.storeBytes(of: UInt8(ascii: ":"), toByteOffset: name.count, as: UInt8.self)
        target.storeBytes(of: UInt8(ascii: " "), toByteOffset: name.count + 1, as: UInt8.self)
        return target + name.count + 2
    }

    /// Writes the end of a line, and returns the address after it.
    @discardableResult
    private static func endLine(_ target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        target.storeBytes(of: UInt8(ascii: "\r"), as: UInt8.self)
        target.storeBytes(of: UInt8(ascii: "\n"), toByteOffset: 1, as: UInt8.self)
        return target + 2
    }

    /// Adds a field whose name is a token.
    private mutating func append(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        let start = Self.write(name, to: extend(by: name.count + value.count + 4))
        if let source = value.baseAddress { start.copyMemory(from: source, byteCount: value.count) }
        FieldLine.replaceControls(UnsafeMutableRawBufferPointer(start: start, count: value.count))
        Self.endLine(start + value.count)
        names |= HTTPFieldName.bit(of: name)
        count += 1
    }

    /// Adds a line of a received message, without its CRLF, as `FieldLine.parse` accepts it.
    mutating func append(line: UnsafeRawBufferPointer, name: Range<Int>) {
        guard let source = line.baseAddress else { return }
        let target = extend(by: line.count + 2)
        target.copyMemory(from: source, byteCount: line.count)
        Self.endLine(target + line.count)
        names |= HTTPFieldName.bit(of: UnsafeRawBufferPointer(rebasing: line[..<name.count]))
        count += 1
        holdsFraming = true
    }

    /// Appends all fields of another message.
    package mutating func append(contentsOf others: HTTPFields) {
        withExtendedLifetime(others) {
            guard let source = others.lines.baseAddress, !others.isEmpty else { return }
            extend(by: others.lines.count).copyMemory(from: source, byteCount: others.lines.count)
            names |= others.names
            count += others.count
            holdsFraming = holdsFraming || others.holdsFraming
        }
    }

    /// Replaces all fields of that name with a single one.
    package mutating func set(_ name: HTTPFieldName, _ value: String) {
        remove(name)
        append(name, value)
    }

    package mutating func remove(_ name: HTTPFieldName) {
        guard contains(name) else { return }
        var others = HTTPFields()
        name.spelling.withBytes { removed in
            let removed = UnsafeRawBufferPointer(removed)
            visit { name, value in
                if !HTTPFieldName.equalIgnoringCase(name, removed) { others.append(name, value) }
            }
        }
        others.holdsFraming = holdsFraming
        self = others
    }

    /// Extends the lines by `size` bytes and returns the address of the first new byte.
    private mutating func extend(by size: Int) -> UnsafeMutableRawPointer {
        let used = lines.count
        let start: UnsafeMutableRawPointer
        if isKnownUniquelyReferenced(&buffer), used + size <= capacity, let first = lines.baseAddress {
            start = UnsafeMutableRawPointer(mutating: first)
        } else {
            // The new capacity has room for one more short line, such as the field with the exchange's identifier.
            start = move(
                lines, after: UnsafeRawBufferPointer(target), capacity: max(2 * used, used + size + 64, 224))
        }
        lines = UnsafeRawBufferPointer(start: start, count: used + size)
        return start + used
    }

    /// Allocates a new buffer, copies a target and lines into it, and returns the address of the first line.
    private mutating func move(
        _ known: UnsafeRawBufferPointer, after target: UnsafeRawBufferPointer, capacity larger: Int
    ) -> UnsafeMutableRawPointer {
        let new = ManagedBuffer<Void, UInt8>.create(minimumCapacity: target.count + larger) { _ in }
        // The buffer's elements don't move while it exists, so the pointer stays valid.
        let start = new.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
        if let source = target.baseAddress { start.copyMemory(from: source, byteCount: target.count) }
        let first = start + target.count
        if let source = known.baseAddress { first.copyMemory(from: source, byteCount: known.count) }
        lines = UnsafeRawBufferPointer(start: first, count: known.count)
        (buffer, capacity, targetLength) = (new, larger, target.count)
        return first
    }
}
