import AccessEnabler
import PassCore
import PassSimulator

extension ScenarioSuite {
    static let options: [Scenario] = [
        Scenario(
            "127", .metadata, "A visitor's ID goes with every call", given: "visitorID set", when: "any network call",
            then: "ap_vi present on all, incl. calls after a later change with the new value",
            source: "iOS/tvOS API reference; Experience Cloud ID", needs: [.policy]
        ) { stage in
            let app = try await stage.app()
            for visitor in ["12345/67 8&9", "another"] {
                app.enabler.setOptions([OPTION_VISITOR_ID: visitor])
                for call in try await stage.everyCall(of: app, isFirst: visitor != "another") {
                    try app.expect(call.values("ap_vi"), is: [visitor], "ap_vi of \(call.operation):")
                }
            }
            // New options replace all earlier ones.
            app.enabler.setOptions([:])
            await app.when("setRequestor(REF)") { $0.setRequestor(stage.cast.ref) }
            try app.expect(try app.call("config").values("ap_vi"), is: [], "ap_vi of config:")
        },
        Scenario(
            "128", .metadata, "The app's own client information goes with every call", given: "device_info set",
            when: "any call", then: "exactly that Base64 value; no default keys mixed in",
            source: "Passing client information", needs: [.policy]
        ) { stage in
            let app = try await stage.app()
            // The first value is {"model":"X~?~","osName":"iOS"} in Base64; the second has another model.
            let values = ["eyJtb2RlbCI6Ilh+P34iLCJvc05hbWUiOiJpT1MifQ==", "eyJtb2RlbCI6IlkiLCJvc05hbWUiOiJpT1MifQ=="]
            for value in values {
                app.enabler.setOptions([OPTION_DEVICE_INFO: value])
                for call in try await stage.everyCall(of: app, isFirst: value == values[0]) {
                    try app.expect(call.clientInformation, is: [value], "client information of \(call.operation):")
                }
            }
        },
        Scenario(
            "129", .metadata, "The SDK's client information goes with every call", given: "device_info not set",
            when: "any call", then: "default object with model and osName", source: "Passing client information",
            needs: [.policy]
        ) { stage in
            let app = try await stage.app { $0.clientInformation.model = "iPhone14,2" }
            let expected: [ExactText: JSONValue] = [
                "primaryHardwareType": .string("MobilePhone"), "model": .string("iPhone14,2"),
                "version": .string("14,2"), "manufacturer": .string("Apple"), "vendor": .string("Apple"),
                "displayWidth": .integer(750), "displayHeight": .integer(1_334), "osName": .string("iOS"),
                "osVersion": .string("9.2.1"), "connectionType": .string("WiFi"),
                "applicationId": .string("com.x.y.AppA"),
            ]
            for call in try await stage.everyCall(of: app, isFirst: true) {
                let seen = call.clientInformation.map(Self.object)
                try app.expect(seen, is: [expected], "client information of \(call.operation):")
            }
            let box = try await stage.app(on: stage.device(.tvOS, name: "box")) {
                $0.clientInformation = ClientInformation(
                    model: "AppleTV6,2", hardwareType: .tv, displayWidth: 1_920, displayHeight: 1_080)
            }
            await box.when("setRequestor(REF) on tvOS") { $0.setRequestor(stage.cast.ref) }
            let information = Self.object(try box.call("config").clientInformation.first ?? "")
            try box.expect(information["model"], is: .string("AppleTV6,2"), "model")
            try box.expect(information["osName"], is: .string("tvOS"), "osName")
            try box.expect(information["primaryHardwareType"], is: .string("TV"), "primaryHardwareType")
        },
    ]

    /// Returns the members of a JSON object in Base64, or an empty dictionary for other text.
    private static func object(_ text: String) -> [ExactText: JSONValue] {
        Base64.decode(text).flatMap { try? JSONValue.parse($0) }?.objectValue ?? [:]
    }
}

extension Stage {
    /// Makes an app on an iPhone send every kind of request, and returns the requests.
    ///
    /// The requests range from the configuration to the logout, and include the ones that a browser sends for the SDK.
    ///
    /// - Parameter isFirst: whether the app's client isn't registered yet.
    fileprivate func everyCall(of app: SimulatedApp, isFirst: Bool) async throws -> [Exchange] {
        let id = cast.ref
        try world.configure("{ requestors: { \(id): { encryptedMetadata: [\"householdID\"], sharesDeviceID: true } } }")
        let before = network.exchanges.count
        try await app.configure()
        await app.when("getAuthorization(r)") { $0.getAuthorization(self.cast.r) }
        try app.saw(.dpd)
        await app.when("setSelectedProvider(M1)") { $0.setSelectedProvider(self.cast.m1) }
        try app.saw(.nav)
        try await app.finishInBrowser()
        try app.saw(.sas(1), .tok("r"))
        await app.when("checkPreauthorizedResources([r1])") {
            $0.checkPreauthorizedResources([self.cast.r1], cache: false)
        }
        try app.saw(.pre(["r1"]))
        await app.when("getMetadata(2)") { $0.getMetadata([METADATA_OPCODE_KEY: METADATA_DEVICE_ID]) }
        try app.saw(.meta(any: METADATA_DEVICE_ID))
        await app.when("getMetadata(3,householdID)") {
            $0.getMetadata([METADATA_OPCODE_KEY: METADATA_USER_META, METADATA_USER_META_KEY: "householdID"])
        }
        try app.saw(.meta(any: METADATA_USER_META, encrypted: true))
        await app.when("logout") { $0.logout() }
        try app.saw(.nav)
        try await app.finishInBrowser()
        try app.saw(.sas(0))
        let exchanges = network.exchanges.dropFirst(before).filter { exchange in
            // Later requests of the browser follow links of the service and the MVPD, not of the SDK.
            exchange.origin != .browser || exchange.request.url.contains("requestor_id=\(id)")
        }
        let wanted: Set = [
            "config", "regcode", "authenticate", "sessionDevice", "authorizeDevice", "deviceShortAuthorize",
            "preauthorize", "getMetadataDevice", "usermetadata", "logout",
        ]
        let seen = Set(exchanges.map(\.operation))
        try app.expect(seen, is: isFirst ? wanted.union(["register", "token"]) : wanted, "requests:")
        return Array(exchanges)
    }
}

extension Exchange {
    /// The values of the header field `X-Device-Info`, and of the parameter `device_info` that can replace it.
    fileprivate var clientInformation: [String] {
        request.fields.filter { $0.name == "X-Device-Info" }.map(\.value) + values("device_info")
    }
}
