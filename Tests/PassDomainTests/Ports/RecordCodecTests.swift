import PassCore
import PassTestSupport
import Testing

@testable import PassDomain

@Suite("The form of stored records")
struct RecordCodecTests {
    @Test("Every kind of record is read back unchanged")
    func roundTrip() throws {
        for record in RecordSamples.all { try check(record) }
    }

    private func check<Record: StoredRecord>(_ record: Record) throws {
        let bytes = RecordCodec.encode(record)
        #expect(bytes.first == 1)
        #expect(try RecordCodec.decode(bytes, as: Record.self).record == record)
    }

    @Test("The records that earlier simulators have stored are read, and lose nothing when they are written again")
    func earlierRecords() throws {
        let samples = Dictionary(grouping: RecordSamples.all) { type(of: $0).kind }
        var kinds: Set<String> = []
        // The commands that fill a database like one of version 1.
        for line in try Fixture.line("Store/used-1.redis").split(separator: "\n") {
            let words = try #require(JSONValue.parse(Array(line.utf8)).arrayValue).compactMap(\.stringValue)
            guard words[0] == "HSET", let kind = words[1].split(separator: ":").last.map(String.init),
                let sample = samples[kind]?.first
            else { continue }
            for index in stride(from: 3, to: words.count, by: 2) { try check(words[index], as: sample) }
            kinds.insert(kind)
        }
        #expect(kinds.count == 12)
    }

    private func check<Record: StoredRecord>(_ text: String, as _: Record) throws {
        let bytes = Array(text.utf8)
        let stored = try RecordCodec.decode(bytes, as: Record.self)
        #expect(!stored.hasUnknownMembers)
        let written = try JSONValue.parse(Array(RecordCodec.encode(stored.record).dropFirst()))
        #expect(Self.contains(written, try JSONValue.parse(Array(bytes.dropFirst()))), "\(text)")
    }

    /// Whether a value has all that another one has; it may have more members.
    private static func contains(_ value: JSONValue, _ other: JSONValue) -> Bool {
        switch (value, other) {
        case (.object(let members), .object(let others)):
            others.allSatisfy { name, other in members[name].map { contains($0, other) } ?? false }
        case (.array(let elements), .array(let others)):
            elements.count == others.count && zip(elements, others).allSatisfy(contains)
        default: value == other
        }
    }

    @Test("Members of a newer version survive changes by this one, at every depth")
    func unknownMembers() throws {
        var json = try #require(RecordSamples.all.compactMap { $0 as? AppProfiles }.first).json
        // A newer version may add a member anywhere.
        json = Self.adding(to: json)
        let bytes = [RecordCodec.version] + JSONWriter.bytes(of: json)
        let stored = try RecordCodec.decode(bytes, as: AppProfiles.self)
        #expect(RecordCodec.encode(stored.record, keepingUnknownOf: stored) == bytes)
        var changed = stored.record
        changed.expires = Timestamp(milliseconds: 5)
        let written = try JSONValue.parse(Array(RecordCodec.encode(changed, keepingUnknownOf: stored).dropFirst()))
        guard case .object(var expected) = json else { return }
        expected["expiresMillis"] = .integer(5)
        #expect(written == .object(expected))
        // Without the stored form, the record has only what this version knows.
        #expect(try RecordCodec.decode(RecordCodec.encode(changed), as: AppProfiles.self).record == changed)
    }

    private static func adding(to value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(members.mapValues(adding).merging([ExactText("addedLater"): .string("x")]) { old, _ in old })
        case .array(let elements): .array(elements.map(adding))
        default: value
        }
    }

    @Test(
        "What isn't a record is refused",
        arguments: [
            ([], StoreError.Code.damaged), ([2, 0x7B, 0x7D], .newer), ([1], .damaged), ([1, 0x7B], .damaged),
            ([1] + Array("{}".utf8), .damaged), ([1] + Array("[]".utf8), .damaged),
            ([1] + Array(#"{"session":1,"expiresMillis":5}"#.utf8), .damaged),
        ] as [([UInt8], StoreError.Code)])
    func damaged(_ bytes: [UInt8], _ code: StoreError.Code) {
        #expect(throws: StoreError(code, "")) { try RecordCodec.decode(bytes, as: Revocation.self) }
    }

    @Test("Keys that are texts are stored as they are, others as JSON")
    func keys() {
        #expect(RecordCodec.encode(key: ExactText("é")) == Array("é".utf8))
        let key = PlatformLogin.Key(requestor: "R", deviceID: "d")
        #expect(RecordCodec.encode(key: key) == Array(#"{"deviceID":"d","requestor":"R"}"#.utf8))
    }
}
