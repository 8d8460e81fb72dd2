import PassCore
import Testing

@testable import PassDomain

@Suite("The form of stored records")
struct RecordCodecTests {
    @Test("Every kind of record is read back as it was")
    func roundTrip() throws {
        for record in RecordSamples.all { try check(record) }
    }

    private func check<Record: StoredRecord>(_ record: Record) throws {
        let bytes = RecordCodec.encode(record)
        #expect(bytes.first == 1)
        #expect(try RecordCodec.decode(bytes, as: Record.self).record == record)
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
