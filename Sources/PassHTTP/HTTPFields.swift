/// Header fields in the order in which they came or will be written; a name may occur several times.
///
/// All names and values lie in one buffer, for a parsed message a copy of its header section as it came. Text is made
/// only for the values that somebody asks for: a request has a dozen fields and an endpoint reads two.
package struct HTTPFields: Sendable {
    /// Where in the buffer one field's name and value stand.
    package struct Entry: Sendable {
        var nameStart: Int32
        var nameEnd: Int32
        var valueStart: Int32
        var valueEnd: Int32

        init(nameStart: Int, nameEnd: Int, valueStart: Int, valueEnd: Int) {
            self.nameStart = Int32(truncatingIfNeeded: nameStart)
            self.nameEnd = Int32(truncatingIfNeeded: nameEnd)
            self.valueStart = Int32(truncatingIfNeeded: valueStart)
            self.valueEnd = Int32(truncatingIfNeeded: valueEnd)
        }

        var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
        var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    }

    private var buffer: [UInt8] = []
    private var entries: [Entry] = []

    package init() {}

    /// The fields of a header section whose entries count their places from its first byte.
    init(section: UnsafeRawBufferPointer, entries: [Entry]) {
        self.buffer = Array(section)
        self.entries = entries
    }

    package var count: Int { entries.count }
    package var isEmpty: Bool { entries.isEmpty }

    /// The value of the first field of that name.
    package subscript(name: HTTPFieldName) -> String? {
        firstIndex(of: name).map { text(entries[$0].value) }
    }

    /// The values of all fields of that name, in order.
    package func values(_ name: HTTPFieldName) -> [String] {
        guard let first = firstIndex(of: name) else { return [] }
        return entries[first...].filter { matches($0, name) }.map { text($0.value) }
    }

    package func contains(_ name: HTTPFieldName) -> Bool {
        firstIndex(of: name) != nil
    }

    /// The names and values, in order.
    package var pairs: [(name: String, value: String)] {
        entries.map { (text($0.name), text($0.value)) }
    }

    package mutating func append(_ name: HTTPFieldName, _ value: String) {
        append(name: name.spelling.utf8, value: value.utf8)
    }

    package mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>) {
        let nameStart = buffer.count
        buffer.append(contentsOf: name)
        let nameEnd = buffer.count
        buffer.append(contentsOf: value)
        entries.append(
            Entry(nameStart: nameStart, nameEnd: nameEnd, valueStart: nameEnd, valueEnd: buffer.count))
    }

    /// Replaces every field of that name by one.
    package mutating func set(_ name: HTTPFieldName, _ value: String) {
        remove(name)
        append(name, value)
    }

    package mutating func remove(_ name: HTTPFieldName) {
        guard contains(name) else { return }
        entries = entries.filter { !matches($0, name) }
    }

    /// Gives the bytes of each name and value in order; they live no longer than the call.
    package func visit(_ body: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
        buffer.withUnsafeBytes { bytes in
            for entry in entries {
                body(
                    UnsafeRawBufferPointer(rebasing: bytes[entry.name]),
                    UnsafeRawBufferPointer(rebasing: bytes[entry.value]))
            }
        }
    }

    private func firstIndex(of name: HTTPFieldName) -> Int? {
        // Most fields that are asked for aren't there, and most of those show it by their length.
        let length = name.spelling.utf8.count
        guard let candidate = entries.firstIndex(where: { $0.name.count == length }) else { return nil }
        var spelling = name.spelling
        return spelling.withUTF8 { wanted in
            buffer.withUnsafeBytes { bytes in
                entries[candidate...].firstIndex { entry in
                    entry.name.count == wanted.count
                        && HTTPFieldName.equalIgnoringCase(
                            UnsafeRawBufferPointer(rebasing: bytes[entry.name]), UnsafeRawBufferPointer(wanted))
                }
            }
        }
    }

    private func matches(_ entry: Entry, _ name: HTTPFieldName) -> Bool {
        HTTPFieldName.equalIgnoringCase(buffer[entry.name], name.spelling.utf8)
    }

    private func text(_ range: Range<Int>) -> String {
        buffer.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (HTTPFieldName, String)...) {
        for (name, value) in fields { append(name, value) }
    }
}
