package import PassCore

/// A value that a snapshot stores as JSON, and that is read back exactly.
package protocol SnapshotField: Sendable {
    /// Reads the value.
    ///
    /// - Parameter place: the value's place in the snapshot, e.g. `records.sessions[3].expiresMillis`.
    /// - Throws: `EntitlementFailure.malformedParameter`, `EntitlementFailure.missingParameter`; they name the place.
    static func read(_ json: JSONValue, at place: @autoclosure () -> String) throws(EntitlementFailure) -> Self
    var json: JSONValue { get }
}

/// A value that a snapshot stores as a JSON object.
///
/// Each stored property is a member of the same name; the member of a time has a name that ends with `Millis`. A test
/// compares the properties with the members.
package protocol SnapshotValue: SnapshotField, Hashable {
    init(from reader: inout SnapshotReader) throws(EntitlementFailure)
    func write(to writer: inout SnapshotWriter)
}

extension SnapshotValue {
    package static func read(
        _ json: JSONValue, at place: @autoclosure () -> String
    ) throws(EntitlementFailure) -> Self {
        var reader = try SnapshotReader(json, at: place())
        let value = try Self(from: &reader)
        try reader.end()
        return value
    }

    package var json: JSONValue {
        var writer = SnapshotWriter()
        write(to: &writer)
        return .object(writer.members)
    }
}

/// A reader of the members of one object of a snapshot. At the end, a member that wasn't read is refused, and the error
/// names it.
package struct SnapshotReader {
    private let members: [ExactText: JSONValue]
    private let place: String
    private var names: [String] = []
    /// The number of members that were read and present.
    private var found = 0

    init(_ json: JSONValue, at place: String) throws(EntitlementFailure) {
        guard let members = json.objectValue else { throw .malformedParameter(place, reason: "isn't a JSON object") }
        self.members = members
        self.place = place
    }

    /// Reads a required member.
    package mutating func read<Field: SnapshotField>(_ name: String) throws(EntitlementFailure) -> Field {
        guard let value: Field = try readIfPresent(name) else { throw .missingParameter("\(place).\(name)") }
        return value
    }

    /// Reads a member; `nil` if it is absent.
    package mutating func readIfPresent<Field: SnapshotField>(_ name: String) throws(EntitlementFailure) -> Field? {
        names.append(name)
        guard let json = members[name] else { return nil }
        found += 1
        return try Field.read(json, at: "\(place).\(name)")
    }

    /// Returns the failure for a member with a wrong value.
    ///
    /// - Parameter reason: the end of a sentence that begins with the member's place, e.g. `isn't text`.
    package func malformed(_ name: String, _ reason: String) -> EntitlementFailure {
        .malformedParameter("\(place).\(name)", reason: reason)
    }

    /// Whether unknown members are ignored instead of refused. The value is `true` only while a record is read that a
    /// newer version may have written.
    @TaskLocal private static var ignoresUnknown = false

    /// Returns the result of `read`; while it runs, members that this version doesn't know are ignored.
    static func ignoringUnknown<Result>(_ read: () -> Result) -> Result {
        $ignoresUnknown.withValue(true, operation: read)
    }

    /// Refuses members that weren't read.
    func end() throws(EntitlementFailure) {
        guard found < members.count, !Self.ignoresUnknown else { return }
        let unknown = members.keys.map(\.string).filter { !names.containsBytes(of: $0) }
        throw malformed(
            SnapshotReader.shown(unknown.min() ?? ""),
            "is unknown" + NearestName.hint(unknown.min() ?? "", among: names))
    }

    /// Returns the start of a name from a snapshot, without characters that would garble a message.
    static func shown(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(64)))
    }
}

/// A writer of the members of one object of a snapshot.
package struct SnapshotWriter {
    private(set) var members: [ExactText: JSONValue] = [:]

    /// Writes a member, or nothing for `nil`.
    package mutating func write<Field: SnapshotField>(_ name: String, _ value: Field?) {
        if let value { members[ExactText(name)] = value.json }
    }
}
