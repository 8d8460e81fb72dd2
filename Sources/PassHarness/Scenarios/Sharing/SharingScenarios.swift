import AccessEnabler
import PassCore
import PassCrypto

extension ScenarioSuite {
    static let sharing =
        sharingMatrix + sharingDevices + sharingUpdates + sharingImports + sharingGenerations + sharingCalls
        + pasteboards

    /// The SDK versions, among those that the vendor's matrix covers, with which the matrix is tested.
    private static let matrixVersions = [SDKVersion(1, 10), SDKVersion(3, 6), SDKVersion(3, 9)]

    private static let sharingMatrix: [Scenario] = [
        Scenario(
            "160", .sharing, "Same team, same prefix: one login serves all",
            given: "iOS 9; com.x.y.AppA and com.x.y.AppB of one team", when: "open A, log in, open B, open A",
            then: "unauthenticated, authenticated, authenticated without a login, authenticated",
            source: "SSO on iOS when using the Access Enabler"
        ) { stage in
            for version in matrixVersions {
                let phone = stage.device(name: "phone with \(version)")
                let a = try await stage.open(version: version, on: phone)
                try await a.expectNotAuthenticated()
                try await stage.logIn(a)
                try await a.expectAuthenticated(at: "M1")
                let b = try await stage.open("com.x.y.AppB", requestor: "P2", version: version, on: phone)
                try await b.expectAuthenticated(at: "M1")
                try b.expect(b.deviceID, is: a.deviceID, "the device ID of both apps:")
                try b.expect(b.browser.visits.isEmpty, "no page in B's browser")
                try await b.expectAuthorized(requestor: "P2", cached: false)
                try await a.reopen()
                try await a.expectAuthenticated(at: "M1")
            }
        },
        Scenario(
            "161", .sharing, "Same team, other prefix: one login for each app, and both stay",
            given: "iOS 9; com.x.y.AppA and com.z.AppB of one team", when: "open A, log in, open B, log in, open A",
            then: "unauthenticated, authenticated, unauthenticated (B), authenticated (B), authenticated (A)",
            source: "SSO on iOS when using the Access Enabler"
        ) { stage in
            for version in matrixVersions {
                let phone = stage.device(name: "phone with \(version)")
                let a = try await stage.open(version: version, on: phone)
                try await a.expectNotAuthenticated()
                try await stage.logIn(a)
                let guid = a.trackingEvents.last?.values[2]
                let b = try await stage.open("com.z.AppB", version: version, on: phone)
                try await b.expectNotAuthenticated()
                try await stage.logIn(b)
                try await b.expectAuthenticated(at: "M1")
                try await b.expectAuthorized(cached: false)
                try await a.reopen()
                try await a.expectAuthenticated(at: "M1")
                try a.expect(a.trackingEvents.last?.values[2], is: guid, "the GUID of A's own login:")
                try await a.expectAuthorized(cached: false)
            }
        },
        Scenario(
            "162", .sharing, "Data stored under another device ID is visible but not used", given: "as in scenario 161",
            when: "inspect the store when B opens",
            then: "A's token still stands beside A's device ID; B has nothing and uses nothing",
            source: "SSO on iOS when using the Access Enabler"
        ) { stage in
            let a = try await stage.open()
            try await stage.logIn(a)
            let b = try await stage.open("com.z.AppB")
            try await b.expectNotAuthenticated()
            try b.expect(b.sharedMedium === a.sharedMedium, "one store of both apps")
            try b.expect(b.deviceID != a.deviceID, "a device ID of its own", seen: b.deviceID)
            let kept = try b.require(b.bucket(on: a.deviceID)?.authentication, "A's token in the store that B sees")
            try b.expect(kept.deviceID, is: a.deviceID, "the device ID beside it:")
            try b.expect(b.bucket() == nil, "no record of B's device")
            try await b.expectUnauthorized()
        },
        Scenario(
            "163", .sharing, "1.8: each switch erases the other app's session",
            given: "profile 1.8; else as in scenario 161",
            when: "open A, log in, open B, log in, open A",
            then: """
                unauthenticated, authenticated, unauthenticated and A's data gone, authenticated, unauthenticated and B's data \
                gone
                """,
            source: "SSO on iOS when using the Access Enabler"
        ) { stage in
            let version = SDKVersion(1, 8)
            let a = try await stage.open(version: version)
            try await a.expectNotAuthenticated()
            try await stage.logIn(a)
            try await a.expectAuthenticated(at: "M1")
            let b = try await stage.open("com.z.AppB", requestor: "P2", version: version)
            try b.expect(a.bucket() == nil, "A's data gone", seen: b.sharedMedium.text)
            try b.holdsNoToken()
            try await b.expectNotAuthenticated()
            try await stage.logIn(b)
            try await b.expectAuthenticated(at: "M1")
            try await a.reopen()
            try a.expect(b.bucket(of: "P2") == nil, "B's data gone", seen: a.sharedMedium.text)
            try a.holdsNoToken()
            try await a.expectNotAuthenticated()
        },
        Scenario(
            "164", .sharing, "Other teams: one login for each app, and both stay", given: "iOS 9; apps of two teams",
            when: "open A, log in, open B, log in, open A, open B",
            then: "unauthenticated, authenticated, unauthenticated, authenticated, authenticated, authenticated",
            source: "SSO on iOS when using the Access Enabler"
        ) { stage in
            for version in matrixVersions {
                let phone = stage.device(name: "phone with \(version)")
                let a = try await stage.open(version: version, on: phone)
                try await a.expectNotAuthenticated()
                try await stage.logIn(a)
                try await a.expectAuthenticated(at: "M1")
                let b = try await stage.open("com.z.AppB", team: "TEAM2", version: version, on: phone)
                try await b.expectNotAuthenticated()
                try await stage.logIn(b)
                try await b.expectAuthenticated(at: "M1")
                try await a.reopen()
                try await a.expectAuthenticated(at: "M1")
                try await b.reopen()
                try await b.expectAuthenticated(at: "M1")
            }
        },
        Scenario(
            "165", .sharing, "Other teams with the same prefix share no store",
            given: "com.x.y.AppA and com.x.y.AppB of two teams", when: "A logs in; inspect B's store",
            then: "B's is another one and empty; SAS(0,UNA), though the device ID is the same",
            source: "SSO on iOS when using the Access Enabler"
        ) { stage in
            for version in matrixVersions {
                let phone = stage.device(name: "phone with \(version)")
                let a = try await stage.open(version: version, on: phone)
                try await stage.logIn(a)
                let b = try await stage.open("com.x.y.AppB", team: "TEAM2", version: version, on: phone)
                try b.expect(b.deviceID, is: a.deviceID, "the device ID of both apps:")
                try b.expect(b.sharedMedium !== a.sharedMedium, "two stores")
                try b.holdsNoToken()
                try await b.expectNotAuthenticated()
            }
        },
        Scenario(
            "165a", .sharing, "1.7.5 on iOS 7: the advertising identifier is the same for all prefixes",
            given: "profile 1.7.5, iOS 7; com.x.y.AppA and com.z.AppB of one team; AppC of another",
            when: "A logs in; open B, open C", then: "B authenticated; C not", source: "iOS/tvOS SDK overview"
        ) { stage in
            let phone = stage.device(version: "7.0", name: "phone with iOS 7")
            let version = SDKVersion(1, 7, 5)
            let a = try await stage.open(version: version, on: phone)
            try await stage.logIn(a)
            let b = try await stage.open("com.z.AppB", requestor: "P2", version: version, on: phone)
            try b.expect(b.deviceID, is: a.deviceID, "the device ID of all apps:")
            try await b.expectAuthenticated(at: "M1")
            try await b.expectAuthorized(requestor: "P2", cached: false)
            let c = try await stage.open("com.x.y.AppC", team: "TEAM2", version: version, on: phone)
            try c.expect(c.deviceID, is: a.deviceID, "the device ID of all apps:")
            try await c.expectNotAuthenticated()
        },
        Scenario(
            "166", .sharing, "iOS 6: single sign-on across all apps", given: "iOS 6; apps of two teams",
            when: "A logs in; open B", then: "B authenticated; the same device ID, the MAC address hashed",
            source: "SSO on iOS when using the Access Enabler"
        ) { stage in
            for version in [SDKVersion(1, 7, 5), SDKVersion(1, 8), SDKVersion(1, 9)] {
                let phone = stage.device(version: "6.1", name: "old phone with \(version)")
                let a = try await stage.open(version: version, on: phone)
                try await stage.logIn(a)
                let address = phone.view(of: a.identity).identifier(.macAddress)
                let sent = Hex.encode(Digest.sha256(address.utf8))
                try a.expect(try a.call("sessionDevice")["device_id"], is: sent, "device_id")
                let b = try await stage.open(
                    "com.z.AppB", requestor: "P2", team: "TEAM2", version: version, on: phone)
                try await b.expectAuthenticated(at: "M1")
                try await b.expectAuthorized(requestor: "P2", cached: false)
                try b.expect(try b.call("authorizeDevice")["device_id"], is: sent, "device_id")
            }
        },
    ]
}
