import AccessEnabler
import PassCore
import PassSimulator

extension ScenarioSuite {
    static let metadataValues: [Scenario] = [
        Scenario(
            "115", .metadata, "The login's expiry", given: "authenticated", when: "getMetadata(0)",
            then: "META(expiry string, NO, 0, same dictionary); Net 0", source: "iOS/tvOS API reference",
            needs: [.clock]
        ) { stage in
            let app = try await stage.loggedInApp()
            let expiry = try stage.expiryText(inSeconds: 2_592_000)
            try await stage.advance(by: .seconds(5))
            let asked = arguments(METADATA_AUTHENTICATION)
            await app.when("getMetadata(0)") { $0.getMetadata(asked) }
            try app.saw(.meta(.string(expiry), METADATA_AUTHENTICATION, arguments: asked))
            try app.sawNoCalls()
        },
        Scenario(
            "116", .metadata, "Without a login there is no expiry", given: "not authenticated", when: "getMetadata(0)",
            then: "META(nil, NO, 0); Net 0", source: "Android AccessEnabler 1.8 (behaviour)", isOurs: true
        ) { stage in
            let app = try await stage.configuredApp()
            let asked = arguments(METADATA_AUTHENTICATION)
            await app.when("getMetadata(0)") { $0.getMetadata(asked) }
            try app.saw(.meta(nil, METADATA_AUTHENTICATION, arguments: asked))
            try app.sawNoCalls()
        },
        Scenario(
            "117", .metadata, "An authorization's expiry, by resource", given: "authZ for r",
            when: "getMetadata(1,r), getMetadata(1,other), getMetadata(1)",
            then: "META(expiry), META(nil), META(nil); Net 0",
            source: "iOS/tvOS API reference; Android AccessEnabler 1.8 (behaviour)", needs: [.clock]
        ) { stage in
            let app = try await stage.loggedInApp()
            try await stage.advance(by: .seconds(60))
            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"))
            let expiry = try stage.expiryText(inSeconds: 86_400)
            let asked = [stage.cast.r, stage.cast.r2].map { id in
                arguments(METADATA_AUTHORIZATION, [METADATA_RESOURCE_ID_KEY: .string(id)])
            }
            await app.when("getMetadata(1,r), getMetadata(1,r2), getMetadata(1)") { enabler in
                for each in asked { enabler.getMetadata(each) }
                enabler.getMetadata(arguments(METADATA_AUTHORIZATION))
            }
            try app.saw(
                .meta(.string(expiry), METADATA_AUTHORIZATION, arguments: asked[0]),
                .meta(nil, METADATA_AUTHORIZATION, arguments: asked[1]),
                .meta(nil, METADATA_AUTHORIZATION, arguments: arguments(METADATA_AUTHORIZATION)))
            try app.sawNoCalls()
        },
        Scenario(
            "118", .metadata, "The device's ID, where the programmer may know it", given: "feature off, then on",
            when: "getMetadata(2)",
            then: "META(nil), then META(device ID): asked of the service with the token's fingerprint",
            source: "iOS/tvOS API reference", needs: [.policy]
        ) { stage in
            try stage.world.configure("{ requestors: { REF: { sharesDeviceID: false } } }")
            let app = try await stage.configuredApp()
            let asked = arguments(METADATA_DEVICE_ID)
            await app.when("getMetadata(2), not authenticated") { $0.getMetadata(asked) }
            try app.saw(.meta(nil, METADATA_DEVICE_ID, arguments: asked))
            try app.sawNoCalls()

            try await stage.logIn(app)
            await app.when("getMetadata(2), feature off") { $0.getMetadata(asked) }
            try app.saw(.meta(nil, METADATA_DEVICE_ID, arguments: asked))
            try app.called("getMetadataDevice")

            try stage.world.configure("{ requestors: { REF: { sharesDeviceID: true } } }")
            await app.when("getMetadata(2), feature on") { $0.getMetadata(asked) }
            try app.saw(.meta(any: METADATA_DEVICE_ID, arguments: asked))
            let call = try app.call("getMetadataDevice")
            let token = try app.require(app.authentication("REF", "M1"), "a token").text
            let fingerprint = try app.require(token.part(of: "simpleTokenFingerprint"), "a fingerprint")
            try app.expect(call["device_id"] ?? "none", is: fingerprint, "device_id")
            let id = try app.require(app.metadataTexts.first, "a text")
            try app.expect(!id.isEmpty && id != app.deviceID, "an ID that isn't the one sent in clear", seen: id)

            await app.when("getMetadata(2), again") { $0.getMetadata(asked) }
            try app.saw(.meta(.string(id), METADATA_DEVICE_ID, arguments: asked))
        },
        Scenario(
            "119", .metadata, "Sensitive values are encrypted", given: "metadata zip is encrypted",
            when: "getMetadata(3,\"zip\")", then: "META(string, YES, 3, same dictionary); the service is asked once",
            source: "User metadata; iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.configuredApp()
            try await stage.logIn(app, as: .init("child", "any"))
            let asked = arguments(METADATA_USER_META, [METADATA_USER_META_KEY: "zip"])
            await app.when("getMetadata(3,zip)") { $0.getMetadata(asked) }
            try app.saw(.meta(any: METADATA_USER_META, encrypted: true, arguments: asked))
            let call = try app.call("usermetadata")
            try app.expect(call["requestor"] ?? "none", is: stage.cast.ref, "requestor")
            let token = try app.require(app.authentication("REF", "M1"), "a token").text
            try app.expect(call["authn"] ?? "none", is: token, "authn")
            let value = try app.require(app.metadataTexts.first, "a text")
            let bytes = try app.require(Base64.decode(value), "base64")
            // RSA encryption yields blocks of the key's length.
            try app.expect(
                !bytes.isEmpty && bytes.count.isMultiple(of: 128), "whole RSA blocks", seen: "\(bytes.count) bytes")
            try app.expect(!app.storedText.contains("10001"), "a store without the value in clear")

            await app.when("getMetadata(3,zip), again") { $0.getMetadata(asked) }
            try app.saw(.meta(.string(value), METADATA_USER_META, encrypted: true, arguments: asked))
            try app.sawNoCalls()
        },
        Scenario(
            "120", .metadata, "Other values aren't encrypted", given: "householdID isn't encrypted",
            when: "getMetadata(3,\"householdID\")", then: "META(\"…\", NO, 3, same dictionary); Net 0",
            source: "iOS/tvOS API reference"
        ) { stage in
            let app = try await stage.loggedInApp()
            let asked = arguments(METADATA_USER_META, [METADATA_USER_META_KEY: "householdID"])
            await app.when("getMetadata(3,householdID)") { $0.getMetadata(asked) }
            try app.saw(.meta("hh-77", METADATA_USER_META, arguments: asked))
            try app.sawNoCalls()

            let unknown = arguments(METADATA_USER_META, [METADATA_USER_META_KEY: "nobody-knows"])
            await app.when("getMetadata(3,nobody-knows)") { $0.getMetadata(unknown) }
            try app.saw(.meta(nil, METADATA_USER_META, arguments: unknown))
        },
        Scenario(
            "121", .metadata, "A value with members", given: "maxRating", when: "getMetadata(3,\"maxRating\")",
            then: "a dictionary with MPAA, VCHIP, URL", source: "iOS/tvOS API reference", needs: [.policy]
        ) { stage in
            try stage.world.configure(
                """
                { subscribers: { user: { metadata: {
                    userID: "sim-user-1", maxRating: { MPAA: "PG-13", VCHIP: "TV-14", URL: "http://ratings.example/14" },
                } } } }
                """)
            let app = try await stage.loggedInApp()
            let asked = arguments(METADATA_USER_META, [METADATA_USER_META_KEY: "maxRating"])
            await app.when("getMetadata(3,maxRating)") { $0.getMetadata(asked) }
            let rating: EntitlementValue = ["MPAA": "PG-13", "VCHIP": "TV-14", "URL": "http://ratings.example/14"]
            try app.saw(.meta(rating, METADATA_USER_META, arguments: asked))
        },
        Scenario(
            "122", .metadata, "An authorization brings newer values", given: "authZ answer carries newer metadata",
            when: "getMetadata after TOK", then: "the new value", source: "User metadata; Promotional TempPass"
        ) { stage in
            // The metadata of a promotional pass changes with its use.
            let app = try await stage.configuredApp()
            await app.when("getAuthentication(YES,{email})") {
                $0.getAuthentication(true, withData: ["email": "somebody@example.com"])
            }
            await app.when("setSelectedProvider(T2)") { $0.setSelectedProvider(stage.cast.t2) }
            try app.saw(.sas(1), .st("N011"))
            let left = arguments(METADATA_USER_META, [METADATA_USER_META_KEY: "remaining_resources"])
            let used = arguments(METADATA_USER_META, [METADATA_USER_META_KEY: "used_assets"])
            await app.when("getMetadata(3,remaining_resources)") { $0.getMetadata(left) }
            try app.saw(.meta(3, METADATA_USER_META, arguments: left))

            await app.when("checkAuthorization(r)") { $0.checkAuthorization(stage.cast.r) }
            try app.saw(.tok("r"), .st("Z011"))
            try app.expect(app.call("authorizeDevice")["userMeta"] ?? "none", is: "1", "userMeta")
            await app.when("getMetadata(3,remaining_resources), getMetadata(3,used_assets)") { enabler in
                enabler.getMetadata(left)
                enabler.getMetadata(used)
            }
            try app.saw(
                .meta(2, METADATA_USER_META, arguments: left),
                .meta([.string(stage.cast.r)], METADATA_USER_META, arguments: used))
            try app.sawNoCalls()
        },
        Scenario(
            "123", .metadata, "Two getMetadata calls at once", given: "two getMetadata calls in flight",
            when: "both are answered",
            then: "each META carries its own dictionary", source: "iOS/tvOS API reference", needs: [.policy]
        ) { stage in
            try stage.world.configure("{ requestors: { REF: { sharesDeviceID: true } } }")
            let app = try await stage.configuredApp()
            try await stage.logIn(app, as: .init("child", "any"))
            let zip = arguments(METADATA_USER_META, [METADATA_USER_META_KEY: "zip"])
            let device = arguments(METADATA_DEVICE_ID)
            for operation in ["usermetadata", "getMetadataDevice"] { stage.network.hold(operation) }
            await app.when("getMetadata(3,zip), getMetadata(2)") { enabler in
                enabler.getMetadata(zip)
                enabler.getMetadata(device)
            }
            try app.sawNothing()
            await app.step("the second is answered") { stage.network.release("getMetadataDevice") }
            try app.saw(.meta(any: METADATA_DEVICE_ID, arguments: device))
            await app.step("the first is answered") { stage.network.release("usermetadata") }
            try app.saw(.meta(any: METADATA_USER_META, encrypted: true, arguments: zip))
        },
        Scenario(
            "124", .metadata, "An unknown metadata key", given: "opcode 99", when: "getMetadata",
            then: "META(nil, NO, 255); Net 0", source: "Android AccessEnabler 1.8 (behaviour)", isOurs: true
        ) { stage in
            let app = try await stage.loggedInApp()
            await app.when("getMetadata(99), getMetadata({})") { enabler in
                enabler.getMetadata(arguments(99))
                enabler.getMetadata([:])
            }
            try app.saw(
                .meta(nil, METADATA_KEY_INVALID, arguments: arguments(99)),
                .meta(nil, METADATA_KEY_INVALID, arguments: [:]))
            try app.sawNoCalls()
        },
    ]

    /// Returns the arguments of a `getMetadata` call.
    private static func arguments(
        _ opcode: Int32, _ more: [String: EntitlementValue] = [:]
    ) -> [String: EntitlementValue] {
        more.merging([METADATA_OPCODE_KEY: .integer(Int64(opcode))]) { $1 }
    }
}
