import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Records in snapshots")
struct RecordSnapshotTests {
    @Test("Each property of each kind of record is written, and read back as it was")
    func roundTrip() {
        for record in RecordSamples.all {
            let faults = SnapshotCheck.faults(of: record)
            #expect(faults == [], "\(type(of: record).kind)")
        }
        var allowance = RequestAllowance(now: RecordSamples.time)
        _ = allowance.take(.init(requestsPerSecond: 0, burst: 5), now: RecordSamples.time + .seconds(3))
        #expect(SnapshotCheck.faults(of: allowance) == [])
    }

    @Test("Every store of a World is written, and its kind has a sample above")
    func stores() throws {
        let stores = try TestWorld().world.stores
        let properties = Mirror(reflecting: stores).children
        #expect(properties.count { $0.value is any RecordStore } == stores.all.count)
        // State of another kind needs a place of its own in snapshots.
        let others = properties.filter { !($0.value is any RecordStore) }.compactMap(\.label)
        #expect(others == ["others", "shelf", "nodes", "latestPresentation"])
        let kinds = stores.all.map(Self.kind)
        #expect(Set(kinds).count == kinds.count)
        #expect(Set(kinds) == Set(RecordSamples.all.map { type(of: $0).kind }))
    }

    private static func kind(_ store: any RecordStore) -> String {
        func kind<Store: RecordStore>(_ store: Store) -> String { Store.Record.kind }
        return kind(store)
    }

    @Test("A World has no state that snapshots don't know")
    func world() throws {
        let properties = Mirror(reflecting: try TestWorld().world).children.compactMap(\.label)
        #expect(
            properties == [
                "name", "clock", "followsRealTime", "identifiers", "catalog", "policy", "stores", "ports", "services",
                "throttle",
            ])
    }

    @Test("All records of a World are written and restored, also those that have expired")
    func whole() throws {
        let (first, second) = (try TestWorld().world.stores, try TestWorld().world.stores)
        let past = Timestamp(seconds: 1)
        try first.revocations.put(Revocation(session: "old", expires: past), now: past - .seconds(1))
        try first.revocations.put(Revocation(session: "new", expires: RecordSamples.time), now: past - .seconds(1))
        let text = try text(of: first)
        try second.restore(try JSONValue.parse(text).objectValue ?? [:], at: "records")
        #expect(try self.text(of: second) == text)
        #expect(try second.revocations.find("old", now: past - .seconds(1)) != nil)
        #expect(try second.count == 2)
    }

    private func text(of stores: Stores, atMost limit: Int = .max) throws -> [UInt8] {
        var isWhole = Result<Bool, any Error>.success(false)
        let text = JSONWriter.object { writer in isWhole = Result { try stores.write(to: &writer, atMost: limit) } }
        #expect(try isWhole.get())
        return text
    }

    @Test("More bytes than the limit aren't written")
    func limit() throws {
        let stores = try TestWorld().world.stores
        try stores.revocations.put(Revocation(session: "new", expires: RecordSamples.time), now: Timestamp(seconds: 0))
        var isWhole = Result<Bool, any Error>.success(true)
        _ = JSONWriter.object { writer in isWhole = Result { try stores.write(to: &writer, atMost: 10) } }
        #expect(try !isWhole.get())
    }

    @Test(
        "A wrong record is refused with its place",
        arguments: [
            (#"{"revocation": []}"#, "records.revocation is unknown; the nearest one is revocations"),
            (#"{"revocations": {}}"#, "records.revocations isn't a list"),
            (#"{"revocations": [1]}"#, "records.revocations[0] isn't a JSON object"),
            (#"{"revocations": [{"expiresMillis": 5}]}"#, "records.revocations[0].session is missing"),
            (#"{"revocations": [{"session": 1, "expiresMillis": 5}]}"#, "records.revocations[0].session isn't text"),
            (
                #"{"revocations": [{"session": "a", "expiresMillis": "5"}]}"#,
                "records.revocations[0].expiresMillis isn't a whole number of milliseconds up to the year 9999"
            ),
            (
                #"{"revocations": [{"session": "a", "expiresMillis": 253402300800000}]}"#,
                "records.revocations[0].expiresMillis isn't a whole number of milliseconds up to the year 9999"
            ),
            (
                #"{"revocations": [{"session": "a", "expiresMillis": 5, "expires": 5}]}"#,
                "records.revocations[0].expires is unknown; the nearest one is expiresMillis"
            ),
            (
                #"{"revocations": [{"session": "a", "expiresMillis": 5}, {"session": "a", "expiresMillis": 6}]}"#,
                "records.revocations[1] has the same key as an earlier element"
            ),
            (
                #"{"mediaTokens": [{"digest": "00", "remaining": 1, "expiresMillis": 5}]}"#,
                "records.mediaTokens[0].digest isn't a string of 32 hexadecimal digits"
            ),
            (
                #"{"mediaTokens": [{"digest": "000102030405060708090a0b0c0d0e0f", "remaining": -1, "expiresMillis": 5}]}"#,
                "records.mediaTokens[0].remaining isn't a whole number of at least 0"
            ),
            (
                #"{"authzTokens": [{"digest": "000102030405060708090a0b0c0d0e0f", "sessions": ["a", 2], "expiresMillis": 5}]}"#,
                "records.authzTokens[0].sessions[1] isn't text"
            ),
        ])
    func faults(_ text: String, _ sentence: String) throws {
        let stores = try TestWorld().world.stores
        let error = #expect(throws: EntitlementFailure.self) {
            try stores.restore(try JSONValue.parse(Array(text.utf8)).objectValue ?? [:], at: "records")
        }
        switch error {
        case .malformedParameter(let place, let reason): #expect("\(place) \(reason)" == sentence)
        case .missingParameter(let place): #expect("\(place) is missing" == sentence)
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test("A state or an outcome that doesn't exist is refused with a list of those that do")
    func enumerations() throws {
        let session = RecordSamples.all.first { type(of: $0).kind == "sessions" }
        var members = try #require(session?.json.objectValue)
        members["state"] = .object(["name": .string("asleep")])
        #expect(
            throws: EntitlementFailure.malformedParameter(
                "s.state.name", reason: "isn't one of pending, answering, authenticated, failed, leaving, loggedOut")
        ) { try AuthenticationSession.read(.object(members), at: "s") }
        let decision = RecordSamples.all.first { type(of: $0).kind == "decisions" }
        members = try #require(decision?.json.objectValue)
        members["outcome"] = .object([:])
        #expect(
            throws: EntitlementFailure.malformedParameter(
                "d.outcome.denied", reason: "or permitted must be present, but not both")
        ) { try AppDecision.read(.object(members), at: "d") }
    }

    @Test("Records that exceed the stores' capacity are refused with the position of the first")
    func overflow() throws {
        let stores = try TestWorld(capacity: 1).world.stores
        let records = (0..<2).map {
            Revocation(session: SessionID(rawValue: "\($0)"), expires: RecordSamples.time).json
        }
        let error = #expect(throws: SnapshotOverflow.self) {
            try stores.restore(["revocations": .array(records)], at: "records")
        }
        #expect(error?.place == "records.revocations[1]")
    }
}
