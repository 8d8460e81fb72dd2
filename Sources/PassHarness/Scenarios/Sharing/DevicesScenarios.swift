import AccessEnabler
import PassCore
import PassCrypto

extension ScenarioSuite {
    static let sharingDevices: [Scenario] = [
        Scenario(
            "167", .sharing, "A bundle ID of one component is its own prefix", given: "bundle ID \"solo\"",
            when: "device ID", then: "the whole ID is used as prefix: solo.AppB has the same, com.x.y.AppA another",
            source: "SSO on iOS when using the Access Enabler"
        ) { stage in
            let solo = try await stage.open("solo")
            try await stage.logIn(solo)
            let same = try await stage.open("solo.AppB", requestor: "P2")
            try same.expect(same.deviceID, is: solo.deviceID, "the device ID of both apps:")
            try await same.expectAuthenticated(at: "M1")
            for name in ["com.x.y.AppA", "duo"] {
                let other = try await stage.open(name)
                try other.expect(other.deviceID != solo.deviceID, "another device ID", seen: other.deviceID)
                try await other.expectNotAuthenticated()
            }
        },
        Scenario(
            "168", .sharing, "The device ID on the wire is a SHA-256", given: "an identifier for vendors",
            when: "device ID on the wire", then: "64 hex digits, SHA-256 of the identifier, which itself is never sent",
            source: "Reset Temp Pass on iOS"
        ) { stage in
            let app = try await stage.open()
            try await stage.logIn(app)
            try await app.expectAuthorized(cached: false)
            let plain = stage.phone.view(of: app.identity).identifier(.vendor)
            let expected = Hex.encode(Digest.sha256(plain.utf8))
            let sent = app.allCalls.flatMap { $0.values("device_id") + $0.values("deviceId") }
            try stage.expect(sent.count >= 4, "a device ID in four calls or more", seen: "\(sent.count)")
            for value in sent {
                let isHex = value.count == 64 && value.allSatisfy { "0123456789abcdef".contains($0) }
                try stage.expect(isHex, "64 hexadecimal digits", seen: value)
                try stage.expect(value, is: expected, "the SHA-256")
            }
            for call in app.allCalls {
                let texts = [call.request.url, String(decoding: call.request.body, as: UTF8.self)]
                let isSent = (texts + call.request.fields.map(\.value)).contains { $0.contains(plain) }
                try stage.expect(!isSent, "a request without the identifier itself", seen: call.description)
            }
        },
    ]

    static let sharingCalls: [Scenario] = [
        Scenario(
            "181", .sharing, "One device ID on every call and beside every token",
            given: "authenticated and authorized for r", when: "request log, store",
            then: "the same device_id, not signed, on authN and authZ; it stands beside both tokens",
            source: "iOS/tvOS SDK overview; that it is stored is our choice"
        ) { stage in
            let app = try await stage.open()
            try await stage.logIn(app)
            let login = try app.require(try app.call("sessionDevice")["device_id"], "device_id with authN")
            try await app.expectAuthorized(cached: false)
            try app.expect(try app.call("authorizeDevice")["device_id"], is: login, "device_id with authZ")
            let media = try app.call("deviceShortAuthorize")
            try app.expect(media["device_id"], is: login, "device_id with the media token")
            let record = try app.require(app.bucket(on: login), "a record in the partition of that device")
            try app.expect(record.authentication?.deviceID, is: login, "beside the authN token:")
            try app.expect(record.authorizations[stage.cast.r]?.deviceID, is: login, "beside the authZ token:")
        }
    ]
}

extension SimulatedApp {
    /// The requests that the app's SDK has sent to backends since the scenario began.
    fileprivate var allCalls: [Exchange] { network.exchanges.filter { $0.origin == .app(identity.bundleID) } }
}
