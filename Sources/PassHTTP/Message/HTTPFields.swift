import PassCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Header fields in the order in which they came or will be written; a name may occur several times.
///
/// The fields lie in one buffer as the lines that they are on the wire, so that they are received and sent by one copy. Text is made
/// only of the values that are asked for: a request has a dozen fields and an endpoint reads two. A request's target stands in the
/// same buffer, before the first line.
///
/// A field that could not be sent as it is changes when it is added: a control character in a value becomes a space, since it could
/// end the line (RFC 9110, section 5.5), and a field whose name is not a token is left out.
package struct HTTPFields: @unchecked Sendable {
    // `@unchecked` because of the buffer, which is written only here, and only while nothing else refers to it.

    /// Owns the bytes.
    private var buffer: ManagedBuffer<Void, UInt8>?
    /// The lines in the buffer; kept here, since each question to the buffer counts a reference to it.
    private var lines = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Bytes from the first line on.
    private var capacity = 0
    /// The length of the request's target, which lies in the buffer before the first line; 0 for a response.
    private var targetLength = 0
    /// The bits of all names: a name whose bit isn't there isn't either, and most that are asked for aren't.
    private var names: UInt64 = 0
    /// Whether a field stands among them that is the serializer's to write (`FieldLine.isFraming`).
    private var holdsFraming = false
    package private(set) var count = 0

    package init() {}

    /// The fields of a request that was received.
    ///
    /// - Parameters:
    ///   - target: in origin form.
    ///   - lines: whole lines, each with its CRLF, as `FieldLine.parse` takes them.
    ///   - names: the bits of their names.
    ///   - count: how many lines there are.
    init(of target: UnsafeRawBufferPointer, lines: UnsafeRawBufferPointer, names: UInt64, count: Int) {
        _ = move(lines, behind: target, capacity: lines.count)
        (self.names, self.count, holdsFraming) = (names, count, true)
    }

    /// These fields for a request with that target.
    func with(target: String) -> HTTPFields {
        target.withBytes { target in
            var fields = self
            _ = fields.move(lines, behind: UnsafeRawBufferPointer(target), capacity: lines.count)
            return fields
        }
    }

    /// The bytes at that place in the lines of a message that was received; valid as long as the fields are.
    func bytes(_ place: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: lines.assumingMemoryBound(to: UInt8.self)[place])
    }

    /// The target of the request that the fields belong to; valid as long as the fields are, and empty for a response.
    var target: UnsafeBufferPointer<UInt8> {
        guard let first = lines.baseAddress else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(
            start: (first - targetLength).assumingMemoryBound(to: UInt8.self), count: targetLength)
    }
}

// Look-up of fields.
extension HTTPFields {
    package var isEmpty: Bool { count == 0 }

    /// The memory of the fields, and of the target of the request that they belong to.
    package var byteCount: Int { targetLength + capacity }

    /// The value of the first field of that name.
    package subscript(name: HTTPFieldName) -> String? {
        var text: String?
        search(name) { value in
            text = String(decoding: value, as: UTF8.self)
            return false
        }
        return text
    }

    /// What `body` makes of the bytes of the first field of that name, which live no longer than the call; `nil` when there is none.
    package func withValue<Result>(_ name: HTTPFieldName, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        var result: Result?
        search(name) { value in
            result = body(value)
            return false
        }
        return result
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

    /// Gives the bytes of each name and value in order; they live no longer than the call.
    package func visit(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
        forEachLine { line, name in body(name, Self.value(of: line, behind: name.count)) }
    }

    /// Writes the lines that the serializer doesn't write itself, in order.
    func write(into output: inout OutputBuffer) {
        withExtendedLifetime(buffer) {
            if !holdsFraming { return output.append(lines) }
            forEachLine { line, name in
                if !FieldLine.isFraming(name) { output.append(line) }
            }
        }
    }

    /// Gives the bytes of each value of that name until `body` says that it has enough.
    @inline(__always)
    private func search(_ name: HTTPFieldName, _ body: (_ value: UnsafeRawBufferPointer) -> Bool) {
        if names & name.bit == 0 { return }
        withExtendedLifetime(buffer) {
            name.spelling.withBytes { letters in
                let wanted = UnsafeRawBufferPointer(letters)
                var rest = lines
                while let line = Self.firstLine(of: rest) {
                    rest = UnsafeRawBufferPointer(rebasing: rest[line.count...])
                    // Most lines show by the place of their colon that they aren't the one.
                    guard line.count > wanted.count, line[wanted.count] == UInt8(ascii: ":"),
                        HTTPFieldName.equalIgnoringCase(UnsafeRawBufferPointer(rebasing: line[..<wanted.count]), wanted)
                    else { continue }
                    if !body(Self.value(of: line, behind: wanted.count)) { return }
                }
            }
        }
    }

    /// Gives each line, with its CRLF, and its name.
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

    private static func firstLine(of lines: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard let start = lines.baseAddress, let feed = memchr(start, 0x0A, lines.count) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(feed) - start + 1)
    }

    /// The value of a line whose name is so long: without the white space around it.
    private static func value(of line: UnsafeRawBufferPointer, behind name: Int) -> UnsafeRawBufferPointer {
        var (start, end) = (name + 1, line.count - 2)
        while start < end, FieldLine.isSpace(line[start]) { start += 1 }
        while end > start, FieldLine.isSpace(line[end - 1]) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: line[start..<end])
    }
}

// How fields are added and removed.
extension HTTPFields {
    package mutating func append(_ name: HTTPFieldName, _ value: String) {
        name.spelling.withBytes { name in
            value.withBytes { value in append(UnsafeRawBufferPointer(name), UnsafeRawBufferPointer(value)) }
        }
    }

    private mutating func append(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        guard FieldLine.isName(name), let first = name.baseAddress else { return }
        let target = extend(by: name.count + value.count + 4)
        target.copyMemory(from: first, byteCount: name.count)
        target.storeBytes(of: UInt8(ascii: ":"), toByteOffset: name.count, as: UInt8.self)
        target.storeBytes(of: UInt8(ascii: " "), toByteOffset: name.count + 1, as: UInt8.self)
        let start = target + name.count + 2
        if let source = value.baseAddress { start.copyMemory(from: source, byteCount: value.count) }
        FieldLine.replaceControls(UnsafeMutableRawBufferPointer(start: start, count: value.count))
        start.storeBytes(of: UInt8(ascii: "\r"), toByteOffset: value.count, as: UInt8.self)
        start.storeBytes(of: UInt8(ascii: "\n"), toByteOffset: value.count + 1, as: UInt8.self)
        names |= HTTPFieldName.bit(name.count, name.first)
        count += 1
        if FieldLine.isFraming(name) { holdsFraming = true }
    }

    /// Adds a line of a message that was received: without its CRLF, as `FieldLine.parse` takes it.
    mutating func append(line: UnsafeRawBufferPointer, name: Range<Int>) {
        guard let source = line.baseAddress else { return }
        let target = extend(by: line.count + 2)
        target.copyMemory(from: source, byteCount: line.count)
        target.storeBytes(of: UInt8(ascii: "\r"), toByteOffset: line.count, as: UInt8.self)
        target.storeBytes(of: UInt8(ascii: "\n"), toByteOffset: line.count + 1, as: UInt8.self)
        names |= HTTPFieldName.bit(name.count, line.first)
        count += 1
        holdsFraming = true
    }

    /// Adds all of another message's behind these.
    package mutating func append(contentsOf others: HTTPFields) {
        withExtendedLifetime(others) {
            guard let source = others.lines.baseAddress, !others.isEmpty else { return }
            extend(by: others.lines.count).copyMemory(from: source, byteCount: others.lines.count)
            names |= others.names
            count += others.count
            holdsFraming = holdsFraming || others.holdsFraming
        }
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
            let removed = UnsafeRawBufferPointer(removed)
            visit { name, value in
                if !HTTPFieldName.equalIgnoringCase(name, removed) { others.append(name, value) }
            }
        }
        self = others
    }

    /// Makes the lines so many bytes longer, and gives the place of the first of these bytes.
    private mutating func extend(by size: Int) -> UnsafeMutableRawPointer {
        let used = lines.count
        let start: UnsafeMutableRawPointer
        if isKnownUniquelyReferenced(&buffer), used + size <= capacity, let first = lines.baseAddress {
            start = UnsafeMutableRawPointer(mutating: first)
        } else {
            start = move(
                lines, behind: UnsafeRawBufferPointer(target), capacity: max(2 * used, used + size, 64))
        }
        lines = UnsafeRawBufferPointer(start: start, count: used + size)
        return start + used
    }

    /// Takes a new buffer, copies a target and lines into it, and gives the place of the first line.
    private mutating func move(
        _ known: UnsafeRawBufferPointer, behind target: UnsafeRawBufferPointer, capacity larger: Int
    ) -> UnsafeMutableRawPointer {
        let new = ManagedBuffer<Void, UInt8>.create(minimumCapacity: target.count + larger) { _ in }
        // Its elements stay where they are for as long as it is there.
        let start = new.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
        if let source = target.baseAddress { start.copyMemory(from: source, byteCount: target.count) }
        let first = start + target.count
        if let source = known.baseAddress { first.copyMemory(from: source, byteCount: known.count) }
        lines = UnsafeRawBufferPointer(start: first, count: known.count)
        (buffer, capacity, targetLength) = (new, larger, target.count)
        return first
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (HTTPFieldName, String)...) {
        for (name, value) in fields { append(name, value) }
    }
}
