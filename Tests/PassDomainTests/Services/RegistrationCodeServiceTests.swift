import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Registration codes, as a service")
struct RegistrationCodeServiceTests {
    private func create(_ test: TestWorld, timeToLive: TimeToLive? = nil) throws -> RegistrationCode {
        try test.world.services.registrationCodes.create(
            requestor: "REF30", deviceID: "c0ffee", details: [.mvpd: "AcmeCable"], timeToLive: timeToLive,
            now: test.clock.now())
    }

    private func find(
        _ test: TestWorld, _ code: String, requestor: RequestorID? = nil, at instant: Timestamp? = nil
    ) throws -> RegistrationCode {
        try test.world.services.registrationCodes.find(code, requestor: requestor, now: instant ?? test.clock.now())
    }

    @Test("A code has seven letters or digits and the device's facts; no two are the same")
    func create() throws {
        let test = try TestWorld()
        let codes = try (0..<20).map { _ in try create(test) }
        #expect(Set(codes.map(\.code)).count == 20 && Set(codes.map(\.id)).count == 20)
        for code in codes {
            #expect(code.code.string.wholeMatch(of: /[A-Z0-9]{7}/) != nil)
            #expect(code.requestor == "REF30" && code.deviceID == "c0ffee" && code.details == [.mvpd: "AcmeCable"])
            #expect(code.generated == test.clock.now() && code.expires == test.clock.now() + .minutes(30))
        }
    }

    @Test("A code is found in any case until the millisecond before its expiry, by its requestor or without one")
    func find() throws {
        let test = try TestWorld()
        let code = try create(test, timeToLive: .minutes(5))
        let text = code.code.string
        let last = code.expires - TimeToLive(milliseconds: 1)
        #expect(try find(test, text.asciiLowercased, at: last).id == code.id)
        #expect(try find(test, text, requestor: "REF30", at: last).id == code.id)
        #expect(throws: EntitlementFailure.unknownRegistrationCode) { try find(test, text, requestor: "OTHER") }
        #expect(throws: EntitlementFailure.unknownRegistrationCode) { try find(test, text, at: code.expires) }
        #expect(throws: EntitlementFailure.unknownRegistrationCode) { try find(test, "UNKNOWN") }
    }

    @Test("A code's TTL is positive and at most the World's maximum")
    func timeToLive() throws {
        let test = try TestWorld(policy: { $0.longestRegistrationCodeTimeToLive = .hours(2) })
        let refusal = EntitlementFailure.malformedParameter("ttl", reason: "must be 1 to 7200 seconds")
        for timeToLive in [TimeToLive.seconds(0), .seconds(-1), TimeToLive(milliseconds: 7_200_001)] {
            #expect(throws: refusal) { try create(test, timeToLive: timeToLive) }
        }
        for timeToLive in [TimeToLive(milliseconds: 1), .hours(2)] {
            #expect(try create(test, timeToLive: timeToLive).expires == test.clock.now() + timeToLive)
        }
    }

    @Test("A requestor that the policy refuses gets no code")
    func unknownRequestor() throws {
        let test = try TestWorld(policy: { $0.unknownRequestors = .refuse })
        #expect(throws: EntitlementFailure.unknownRequestor("REF30")) { try create(test) }
        #expect(try test.world.stores.registrationCodes.count == 0)
    }

    @Test("A code that already exists is drawn again, eight times at most")
    func collision() throws {
        let ids = (0..<11).map { number in "00000000-0000-4000-8000-0000000000\(10 + number)" }
        let script = ["AAAAAAA", ids[0], "AAAAAAA", ids[1], "BBBBBBB", ids[2]]
        let taken = (3..<11).flatMap { ["AAAAAAA", ids[$0]] }
        let test = try TestWorld(identifiers: ScriptedIdentifiers(script + taken))
        #expect(try create(test).code == "AAAAAAA")
        #expect(try create(test).code == "BBBBBBB")
        #expect(throws: EntitlementFailure.storeFull) { try create(test) }
        #expect(try find(test, "AAAAAAA").id.text == ids[0])
    }

    @Test("Only the code's own requestor, or a call without one, deletes it; then it is unknown")
    func delete() throws {
        let test = try TestWorld()
        let text = try create(test).code.string
        let codes = test.world.services.registrationCodes
        #expect(throws: EntitlementFailure.unknownRegistrationCode) {
            try codes.delete(text, requestor: "OTHER", now: test.clock.now())
        }
        #expect(try find(test, text).code.string == text)
        try codes.delete(text.asciiLowercased, requestor: "REF30", now: test.clock.now())
        #expect(throws: EntitlementFailure.unknownRegistrationCode) { try find(test, text) }
        #expect(throws: EntitlementFailure.unknownRegistrationCode) {
            try codes.delete(text, requestor: nil, now: test.clock.now())
        }
    }

    @Test("A code that is deleted twice at the same time is found once")
    func deletedMeanwhile() throws {
        let test = try TestWorld(stores: { stores in
            let base = stores.registrationCodes
            stores.registrationCodes = InterveningStore(
                base: base, beforeRemoval: { _ = try base.remove($0, now: Timestamp(seconds: 0)) })
        })
        let code = try create(test)
        #expect(throws: EntitlementFailure.unknownRegistrationCode) {
            try test.world.services.registrationCodes.delete(code.code.string, requestor: nil, now: test.clock.now())
        }
    }

    @Test("A login that was begun with a code continues after the code is deleted")
    func loginContinues() throws {
        let test = try TestWorld()
        let text = try create(test).code.string
        let begun = try test.begin(registrationCode: text)
        try test.world.services.registrationCodes.delete(text, requestor: nil, now: test.clock.now())
        guard case .atMVPD(let session, _) = begun.start else { throw TestWorld.NotSignedIn() }
        let completed = try test.world.services.authentication.complete(session.id, now: test.clock.now()) { _, _ in
            .init(subscriber: "ada", providerSession: nil)
        }
        guard case .authenticated(let login) = completed.state else { throw TestWorld.NotSignedIn() }
        #expect(login.subscriber == "ada")
    }
}
