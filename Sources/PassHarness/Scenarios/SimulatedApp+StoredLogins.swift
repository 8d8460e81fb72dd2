import AccessEnabler

// What the scenarios of storage and single sign-on do over and over.

extension Stage {
    /// An app that its user opens for the first time: configured, with nothing asked but what that takes.
    func open(
        _ bundleID: String = "com.x.y.AppA", requestor: String = "REF", team: String = "TEAM1",
        version: SDKVersion = SDKVersion(3, 9), on device: SimulatedDevice? = nil
    ) async throws -> SimulatedApp {
        let app = try await app(bundleID, team: team, profile: CompatibilityProfile(version), on: device)
        try await app.configureQuietly(requestor)
        return app
    }
}

extension SimulatedApp {
    /// Opened again: a new process, configured, with nothing asked but what that takes.
    func reopen(_ requestor: String = "REF") async throws {
        try await relaunch()
        try await configureQuietly(requestor)
    }

    /// `setRequestor` with SRC(1) alone: no status event, no call about a login.
    func configureQuietly(_ requestor: String = "REF") async throws {
        try await configure(requestor)
        try saw(.src(1))
        let others = calls.map(\.operation).filter { !["register", "token", "config"].contains($0) }
        try expect(others, is: [], "requests beside the configuration's:")
    }

    /// Authorizes the resource `r`, with the authZ token that is stored or with one that is asked for.
    ///
    /// - Returns: the media token, which is for that resource, requestor and MVPD.
    @discardableResult
    func expectAuthorized(
        requestor: String = "REF", at provider: String = "M1", cached: Bool
    ) async throws -> String {
        await when("checkAuthorization(r)") { $0.checkAuthorization(cast.r) }
        try saw(.tok("r"))
        try tracked(.authorized(provider, cached: cached))
        let operations = cached ? ["deviceShortAuthorize"] : ["authorizeDevice", "deviceShortAuthorize"]
        try expect(calls.map(\.operation), is: operations, "requests:")
        let text = try require(tokens.first?.token, "a media token")
        let token = try require(MediaToken(text), "a media token that can be read")
        try expect(token["resourceID"], is: cast.r, "resourceID")
        try expect(token["requestorID"], is: cast[requestor], "requestorID")
        try expect(token["mvpdId"], is: cast[provider], "mvpdId")
        return text
    }

    /// Nobody is logged in, and authorization fails at once.
    func expectUnauthorized() async throws {
        await when("checkAuthorization(r)") { $0.checkAuthorization(cast.r) }
        try saw(.trf("r", .una), .st("N000"))
        try sawNoCalls()
    }

    // MARK: The store, from 1.7 on

    /// Gives the authN token there another device ID, as one who copies a store to another device.
    func moveLogin(_ requestor: String = "REF", _ provider: String = "M1", to deviceID: String) {
        let access = StoreAccess(device.view(of: identity), setup.profile.storeGeneration)
        let partition = setup.profile.storeGeneration >= .partitioned ? self.deviceID : ""
        access.perform { store in
            store.shared.partitions[partition]?.requestors[cast[requestor]]?.providers[cast[provider]]?
                .authentication?.deviceID = deviceID
        }
    }

    /// That no token of anybody is in its shared medium.
    func holdsNoToken() throws {
        try expect(!sharedMedium.text.contains("signatureInfo"), "a store without tokens", seen: sharedMedium.text)
    }
}
