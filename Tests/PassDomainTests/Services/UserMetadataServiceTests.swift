import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("User metadata, as a service")
struct UserMetadataServiceTests {
    /// Keys that mark what they encrypt.
    private struct Keys: RequestorKeys {
        func isSigned(_ requestor: RequestorID, by signature: String) -> Bool { false }
        func isSignedServiceToken(_ token: String, of requestor: RequestorID) -> Bool? { nil }
        func encrypt(_ text: String, for requestor: RequestorID) -> String { "for \(requestor): \(text)" }
    }

    private static let shared: MetadataValues = [
        "userID": .string("u"), "zip": .array([.string("11211")]), "encryptedZip": .string("77"),
    ]

    private func world(
        _ metadata: MetadataValues? = shared, catalog: Catalog = Catalog()
    ) throws -> TestWorld {
        try TestWorld(
            catalog: catalog,
            ports: {
                $0.connector = ScriptedMVPD(metadata: metadata)
                $0.requestorKeys = Keys()
            })
    }

    private func metadata(
        _ test: TestWorld, _ token: String, requestor: RequestorID = "REF30", device: Device? = nil,
        at instant: Timestamp? = nil
    ) throws -> UserMetadata {
        try test.world.services.userMetadata.metadata(
            proof: token, requestor: requestor, device: device, now: instant ?? test.clock.now())
    }

    @Test(
        "Values for the programmer alone are encrypted for the requestor that asks: texts as they are, others as JSON")
    func encrypted() throws {
        let test = try world()
        let token = try test.login().token
        for requestor: RequestorID in ["REF30", "OTHER"] {
            let metadata = try metadata(test, token, requestor: requestor)
            #expect(metadata.encrypted == ["encryptedZip", "zip"])
            #expect(
                metadata.values == [
                    "userID": .string("u"), "zip": .string(#"for \#(requestor): ["11211"]"#),
                    "encryptedZip": .string("for \(requestor): 77"),
                ])
        }
        let open = Requestor(id: "REF30", encryptedMetadata: [])
        let unencrypted = try world(catalog: Catalog(requestors: ["REF30": open]))
        let values = try metadata(unencrypted, unencrypted.login().token).values
        #expect(values == Self.shared)
    }

    @Test("The document has the login's time, for the new profile and for one that is presented later")
    func updated() throws {
        let test = try world()
        let login = try test.login()
        let start = test.clock.now()
        let requestor = try test.world.catalog.requestor("REF30")
        let later = start + .days(29)
        #expect(
            try test.world.services.userMetadata.metadata(of: login.profile, for: requestor, now: later).updated
                == start)
        #expect(try metadata(test, login.token, at: later).updated == start)
        let home = try test.login(isHomeBased: true)
        #expect(try metadata(test, home.token, at: start + .hours(23)).updated == start)
    }

    @Test("A home-based login is marked so in both documents, and an ordinary one isn't")
    func homeBased() throws {
        let test = try world([:])
        let requestor = try test.world.catalog.requestor("REF30")
        for (isHomeBased, expected) in [
            (true, ["hba_status": JSONValue.bool(true)] as MetadataValues), (false, [:]),
        ] {
            let login = try test.login(isHomeBased: isHomeBased)
            #expect(try metadata(test, login.token).values == expected)
            let new = try test.world.services.userMetadata.metadata(
                of: login.profile, for: requestor, now: test.clock.now())
            #expect(new.values == expected)
        }
    }

    @Test("A subscriber unknown to the MVPD has a document without values")
    func unknownSubscriber() throws {
        let test = try world(nil)
        let metadata = try metadata(test, test.login().token)
        #expect(metadata.values.isEmpty && metadata.encrypted.isEmpty && metadata.updated == test.clock.now())
    }

    @Test("The data of a promotional pass changes with each use, so the document is always new")
    func promotionalPass() throws {
        let pass = TemporaryPass(timeToLive: .hours(1), resources: 3, identity: "email")
        let test = try TestWorld.withPass(pass)
        let login = try test.login(mvpd: "Pass", generic: #"{"email":"ada"}"#)
        let later = test.clock.now() + .minutes(5)
        let metadata = try metadata(test, login.token, at: later)
        #expect(metadata.updated == later && metadata.values["remaining_resources"] == .integer(3))
        #expect(metadata.values["used_assets"] == .array([]))
    }

    @Test("The token must be valid, and the device its own if the call names one")
    func refused() throws {
        let test = try world()
        let login = try test.login()
        #expect(try metadata(test, login.token, device: Device(id: "c0ffee", kind: .native)).values["userID"] != nil)
        #expect(throws: EntitlementFailure.deviceMismatch(.authentication)) {
            try metadata(test, login.token, device: Device(id: "decaf", kind: .native))
        }
        #expect(throws: EntitlementFailure.invalidProof(.expired)) {
            try metadata(test, login.token, at: login.profile.expires)
        }
        try test.logout(login.cookie)
        #expect(throws: EntitlementFailure.invalidProof(.revoked)) { try metadata(test, login.token) }
    }

    @Test("The device's hashed identifier is returned to the requestors that may know it")
    func deviceID() throws {
        let silent = Requestor(id: "SILENT", sharesDeviceID: false)
        let test = try world(catalog: Catalog(requestors: ["SILENT": silent], policy: Policy()))
        let service = test.world.services.userMetadata
        let device = Device(id: "c0ffee", kind: .native)
        #expect(try service.deviceID(of: device, for: "REF30") == test.world.ports.devices.publicIdentifier(of: device))
        #expect(try service.deviceID(of: device, for: "SILENT") == nil)
        let refusing = try TestWorld(policy: { $0.unknownRequestors = .refuse })
        #expect(throws: EntitlementFailure.unknownRequestor("REF30")) {
            try refusing.world.services.userMetadata.deviceID(of: device, for: "REF30")
        }
    }
}
