import Testing

@testable import AccessEnabler

@Suite("Metadata")
struct MetadataTests {
    private func loggedIn(metadata: String? = nil) throws -> MachineBench {
        var bench = try MachineBench.configured()
        bench.logIn()
        bench.inStore { $0.update("M1") { $0.userMetadata = metadata } }
        return bench
    }

    private func user(_ name: String) -> [String: EntitlementValue] {
        ["opCode": 3, "user_metadata_name": .string(name)]
    }

    private func told(
        _ value: EntitlementValue?, _ key: Int32, _ arguments: [String: EntitlementValue], encrypted: Bool = false
    ) -> [AccessEnablerEvent] {
        [.setMetadataStatus(value, encrypted: encrypted, forKey: key, andArguments: arguments)]
    }

    @Test("The authN token's expiry is returned as it is written, and nothing without a token")
    func authentication() throws {
        var bench = try loggedIn()
        #expect(bench.call(.getMetadata(["opCode": 0])) == told(.string(MachineBench.later), 0, ["opCode": 0]))
        bench.logIn(expires: MachineBench.earlier)
        #expect(bench.call(.getMetadata(["opCode": 0])) == told(nil, 0, ["opCode": 0]))
    }

    @Test("The expiry of an authZ token is returned for exactly its resource")
    func authorization() throws {
        var bench = try loggedIn()
        bench.inStore { context in
            context.update("M1") {
                $0.authorizations["r"] = StoredToken(
                    text: MachineBench.authorizationToken("REF", "r"), deviceID: "c0ffee")
            }
        }
        let known: [String: EntitlementValue] = ["opCode": 1, "resource_id": "r"]
        let other: [String: EntitlementValue] = ["opCode": 1, "resource_id": "R"]
        #expect(bench.call(.getMetadata(known)) == told(.string(MachineBench.later), 1, known))
        #expect(bench.call(.getMetadata(other)) == told(nil, 1, other))
        #expect(bench.call(.getMetadata(["opCode": 1])) == told(nil, 1, ["opCode": 1]))
    }

    @Test("The device ID is requested with the token's fingerprint; the service may withhold it")
    func deviceID() throws {
        let arguments: [String: EntitlementValue] = ["opCode": 2]
        for (body, value) in [("359519a4\n", "359519a4"), ("", nil), ("<pendingLogout>true</pendingLogout>", nil)] {
            var bench = try loggedIn()
            bench.call(.getMetadata(arguments))
            let request = try #require(bench.pending.first).request
            #expect(String(decoding: request.body, as: UTF8.self) == "requestor_id=REF&device_id=ZnA%3D")
            #expect(
                try bench.answer("getMetadataDevice", body)
                    == told(value.map { EntitlementValue.string($0) }, 2, arguments))
        }
        var bench = try MachineBench.configured()
        #expect(bench.call(.getMetadata(arguments)) == told(nil, 2, arguments))
        #expect(bench.pending.isEmpty)
    }

    @Test("Unencrypted values are returned with their types, without a request")
    func clear() throws {
        var bench = try loggedIn(
            metadata: #"{"updated":5,"encrypted":[],"data":{"householdID":"h","maxRating":{"MPAA":"PG"}}}"#)
        #expect(bench.call(.getMetadata(user("householdID"))) == told("h", 3, user("householdID")))
        #expect(bench.call(.getMetadata(user("maxRating"))) == told(["MPAA": "PG"], 3, user("maxRating")))
        #expect(bench.call(.getMetadata(user("zip"))) == told(nil, 3, user("zip")))
        #expect(bench.pending.isEmpty)
    }

    @Test("An opcode of 0 or 1 is recognized even if the platform passes it as a flag")
    func flagOpcode() throws {
        var bench = try MachineBench.configured()
        for (flag, key) in [(false, METADATA_AUTHENTICATION), (true, METADATA_AUTHORIZATION)] {
            let arguments: [String: EntitlementValue] = [METADATA_OPCODE_KEY: .bool(flag)]
            #expect(
                bench.call(.getMetadata(arguments)) == [
                    .setMetadataStatus(nil, encrypted: false, forKey: key, andArguments: arguments)
                ])
        }
    }

    @Test("Encrypted values are requested once, until newer metadata is stored")
    func encrypted() throws {
        let stored = #"{"updated":5,"encrypted":["zip"],"data":{"zip":["10001"]}}"#
        let answer = #"{"updated":5,"encrypted":["zip"],"data":{"zip":"ZnVubnk="}}"#
        var bench = try loggedIn(metadata: stored)
        #expect(bench.call(.getMetadata(user("zip"))).isEmpty)
        let body = String(decoding: try #require(bench.pending.first).request.body, as: UTF8.self)
        #expect(body.hasPrefix("requestor=REF&authn=%3CsignatureInfo%3E"))
        #expect(body.contains("&metadata=%7B%22updated%22%3A5%2C"))
        let expected = told("ZnVubnk=", 3, user("zip"), encrypted: true)
        #expect(try bench.answer("usermetadata", answer) == expected)
        #expect(bench.call(.getMetadata(user("zip"))) == expected)
        bench.inStore { $0.update("M1") { $0.userMetadata = stored.replacing("5,", with: "6,") } }
        #expect(bench.call(.getMetadata(user("zip"))).isEmpty)
        #expect(bench.pending.count == 1)
    }

    @Test(
        "A value that should be encrypted is never returned unencrypted",
        arguments: [
            (500, "{}"), (500, #"{"updated":5,"encrypted":["zip"],"data":{"zip":"ZnVubnk="}}"#),
            (200, #"{"updated":"today"}"#), (200, "<pendingLogout>true</pendingLogout>"),
        ])
    func encryptionFailed(status: Int, body: String) throws {
        var bench = try loggedIn(metadata: #"{"updated":5,"encrypted":["zip"],"data":{"zip":["10001"]}}"#)
        bench.call(.getMetadata(user("zip")))
        #expect(
            try bench.answer("usermetadata", status: status, body) == told(nil, 3, user("zip"), encrypted: true))
    }

    @Test("Each of two calls gets its own arguments back")
    func twoQuestions() throws {
        var bench = try loggedIn(metadata: #"{"updated":5,"encrypted":["a","b"],"data":{}}"#)
        bench.call(.getMetadata(user("a")))
        bench.call(.getMetadata(user("b")))
        let answer = #"{"updated":5,"encrypted":["a","b"],"data":{"a":"1","b":"2"}}"#
        #expect(try bench.answer("usermetadata", answer) == told("1", 3, user("a"), encrypted: true))
        #expect(try bench.answer("usermetadata", answer) == told("2", 3, user("b"), encrypted: true))
    }

    @Test("A login by the platform is named as the token's source")
    func tokenSource() throws {
        var bench = try loggedIn()
        #expect(bench.call(.getMetadata(user("tokenSource"))) == told(nil, 3, user("tokenSource")))
        bench.inStore { $0.update("M1") { $0.isFromPlatform = true } }
        #expect(bench.call(.getMetadata(user("tokenSource"))) == told("Apple", 3, user("tokenSource")))
    }

    @Test("An unknown operation, and user metadata before 1.7, return nothing")
    func unknown() throws {
        var bench = try loggedIn()
        #expect(bench.call(.getMetadata(["opCode": 99])) == told(nil, 255, ["opCode": 99]))
        #expect(bench.call(.getMetadata([:])) == told(nil, 255, [:]))
        var old = try MachineBench.configured(bench: MachineBench(version: SDKVersion(1, 6)))
        #expect(old.call(.getMetadata(user("zip"))) == told(nil, 255, user("zip")))
    }

    @Test("User metadata of an authorization replaces stored values, and values that it doesn't mention stay")
    func merge() throws {
        let stored = #"{"updated":5,"encrypted":["zip"],"data":{"userID":"u","zip":["1"]}}"#
        let newer = #"{"updated":6,"encrypted":[],"data":{"userID":"v"}}"#
        #expect(
            UserMetadata.merge(newer, into: stored)
                == #"{"data":{"userID":"v","zip":["1"]},"encrypted":["zip"],"updated":6}"#)
        #expect(
            UserMetadata.merge(#"{"updated":6,"encrypted":[],"data":{"b":"2"}}"#, into: newer)
                == #"{"data":{"b":"2","userID":"v"},"encrypted":[],"updated":6}"#)
        #expect(UserMetadata.merge(stored, into: newer) == newer)
        #expect(UserMetadata.merge(newer, into: nil) == newer)
        #expect(UserMetadata.merge(#"{"updated":"x","data":{}}"#, into: stored) == stored)
        #expect(UserMetadata.merge(nil, into: stored) == stored)
        var bench = try loggedIn(metadata: stored)
        bench.call(.checkAuthorization(ResourceRequest(resource: "r")))
        try bench.answer("authorizeDevice", AuthorizationTests.answer("r", metadata: newer))
        #expect(bench.call(.getMetadata(user("userID"))) == told("v", 3, user("userID")))
    }
}
