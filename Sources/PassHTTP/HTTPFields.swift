/// Header fields in the order in which they came or will be written; a name may occur several times.
///
/// Names and values lie in one buffer, and text is made only for the values that somebody asks for: a request has a
/// dozen fields and an endpoint reads two.
package struct HTTPFields: Sendable {
    package struct Entry: Sendable {
        var nameStart: Int32
        var nameEnd: Int32
        var valueEnd: Int32
    }

    package private(set) var buffer: [UInt8] = []
    package private(set) var entries: [Entry] = []

    package init() {}

    package var count: Int { entries.count }
    package var isEmpty: Bool { entries.isEmpty }

    /// The value of the first field of that name.
    package subscript(name: HTTPFieldName) -> String? {
        for entry in entries where matches(entry, name) { return value(entry) }
        return nil
    }

    /// The values of all fields of that name, in order.
    package func values(_ name: HTTPFieldName) -> [String] {
        entries.filter { matches($0, name) }.map(value)
    }

    package func contains(_ name: HTTPFieldName) -> Bool {
        entries.contains { matches($0, name) }
    }

    /// The names and values, in order.
    package var pairs: [(name: String, value: String)] {
        entries.map { (String(decoding: buffer[Int($0.nameStart)..<Int($0.nameEnd)], as: UTF8.self), value($0)) }
    }

    package mutating func append(_ name: HTTPFieldName, _ value: String) {
        append(name: name.spelling.utf8, value: value.utf8)
    }

    package mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>) {
        let start = Int32(buffer.count)
        buffer.append(contentsOf: name)
        let nameEnd = Int32(buffer.count)
        buffer.append(contentsOf: value)
        entries.append(Entry(nameStart: start, nameEnd: nameEnd, valueEnd: Int32(buffer.count)))
    }

    /// Replaces every field of that name by one.
    package mutating func set(_ name: HTTPFieldName, _ value: String) {
        remove(name)
        append(name, value)
    }

    package mutating func remove(_ name: HTTPFieldName) {
        entries = entries.filter { !matches($0, name) }
    }

    private func matches(_ entry: Entry, _ name: HTTPFieldName) -> Bool {
        HTTPFieldName.equalIgnoringCase(buffer[Int(entry.nameStart)..<Int(entry.nameEnd)], name.spelling.utf8)
    }

    private func value(_ entry: Entry) -> String {
        String(decoding: buffer[Int(entry.nameEnd)..<Int(entry.valueEnd)], as: UTF8.self)
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (HTTPFieldName, String)...) {
        for (name, value) in fields { append(name, value) }
    }
}
