import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Lists of profiles, as a service")
struct AppProfileListServiceTests {
    private func all(
        _ test: TestWorld, _ owner: AppProfiles.Owner = TestWorld.tv, identities: [SharedIdentity] = []
    ) throws -> [AppProfileListService.Listed] {
        try test.world.services.appProfileList.all(
            of: AppCaller(owner: owner, identities: identities), now: test.now)
    }

    private func profile(_ test: TestWorld, at mvpd: MVPDID) throws -> AppProfileListService.Listed? {
        try test.world.services.appProfileList.profile(
            of: AppCaller(owner: TestWorld.tv), at: mvpd, now: test.now)
    }

    @Test("A profile begins with its login, ends with its time to live, and names its subscriber and MVPD")
    func regular() throws {
        let test = try TestWorld()
        let begins = test.now
        try test.appLogin()
        test.clock.advance(by: .hours(1))
        let listed = try #require(try all(test).first)
        #expect(try all(test).count == 1)
        #expect(listed.mvpd == "AcmeCable" && listed.kind == .regular)
        #expect(listed.begins == begins && listed.expires == begins + .days(30))
        let attributes = listed.additions.map { [$0.name, $0.value] }
        #expect(attributes == [["userID", "ada"], ["upstreamUserID", "ada"], ["mvpd", "AcmeCable"]])
        #expect(try profile(test, at: "AcmeCable") == listed)
    }

    @Test("Values that need encryption are left to a thread that may encrypt")
    func encryption() throws {
        let test = try TestWorld(ports: { $0.connector = ScriptedMVPD(metadata: ["zip": .string("10001")]) })
        try test.appLogin()
        #expect(throws: UserMetadataService.EncryptionNeeded.self) {
            try test.world.services.appProfileList.all(
                of: AppCaller(owner: TestWorld.tv), now: test.now, mayEncrypt: false)
        }
    }

    @Test("The upstreamUserID doesn't replace a userID that the MVPD gives or withholds")
    func identifiers() throws {
        let metadata: MetadataValues = ["userID": .string("programmers-ada")]
        let test = try TestWorld(ports: { $0.connector = ScriptedMVPD(metadata: metadata) })
        try test.appLogin()
        let listed = try #require(try all(test).first)
        #expect(listed.metadata.values == metadata)
        #expect(listed.additions.map(\.name) == ["upstreamUserID", "mvpd"])

        let requestor = Requestor(id: "REF30", encryptedMetadata: ["userID"], hasMetadataCertificate: false)
        let secret = try TestWorld(
            catalog: Catalog(requestors: ["REF30": requestor]),
            ports: { $0.connector = ScriptedMVPD(metadata: metadata) })
        try secret.appLogin()
        let withheld = try #require(try all(secret).first)
        #expect(withheld.metadata.values.isEmpty && withheld.metadata.withheld == ["userID"])
        #expect(withheld.additions.map(\.name) == ["upstreamUserID", "mvpd"])
    }

    @Test("A profile that an identity shares is marked so; without the identity it isn't listed")
    func shared() throws {
        let test = try TestWorld()
        try test.appLogin(identities: [TestWorld.identity])
        #expect(try all(test, TestWorld.other, identities: [TestWorld.identity]).map(\.kind) == [.shared(.platform)])
        #expect(try all(test, TestWorld.other).isEmpty)
    }

    @Test("A profile that has expired or whose login was ended isn't listed")
    func ended() throws {
        let test = try TestWorld()
        try test.appLogin()
        let session = try #require(try test.found()).entry.profile.session
        try test.world.stores.revocations.put(
            Revocation(session: session, expires: test.now + .days(60)), now: test.now)
        #expect(try all(test).isEmpty)
        #expect(try profile(test, at: "AcmeCable") == nil)

        let late = try TestWorld()
        try late.appLogin()
        late.clock.advance(by: .days(30))
        #expect(try all(late).isEmpty)
    }

    @Test("A degraded MVPD and a pass have a profile when they are requested by name, and none in the list")
    func withoutLogin() throws {
        var degraded = MVPD(id: "Down")
        degraded.degradation = .authNAll
        let test = try TestWorld(catalog: Catalog(mvpds: [MVPD(id: "Pass", style: .tempPass), degraded]))
        #expect(try all(test).isEmpty)
        let down = try #require(try profile(test, at: "Down"))
        #expect(down.kind == .degraded && down.begins == test.now)
        let caller = AppCaller(owner: TestWorld.tv)
        let list = test.world.services.appProfileList
        #expect(try list.degraded(of: caller, at: "Down", now: test.now) == down)
        #expect(try list.degraded(of: caller, at: "AcmeCable", now: test.now) == nil)

        let pass = try #require(try profile(test, at: "Pass"))
        #expect(pass.kind == .temporary && pass.begins == test.now && pass.expires == test.now + .minutes(10))
        #expect(pass.metadata.values["expiration_date"] == .integer(pass.expires.milliseconds))
    }
}
