import AccessEnabler
import AccessEnablerOpenSSL

// Steps that many scenarios of storage and single sign-on share.

extension Stage {
    /// Installs, launches and configures an app; no request may be sent except for the configuration.
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
    /// Starts a new process of the app and configures it; no request may be sent except for the configuration.
    func reopen(_ requestor: String = "REF") async throws {
        try await relaunch()
        try await configureQuietly(requestor)
    }

    /// Calls `setRequestor`, which must end with SRC(1) and nothing else: no status event, and no request about a
    /// login.
    func configureQuietly(_ requestor: String = "REF") async throws {
        try await configure(requestor)
        try saw(.src(1))
        let others = calls.map(\.operation).filter { !["register", "token", "config"].contains($0) }
        try expect(others, is: [], "requests besides those for the configuration:")
    }

    /// Authorizes the resource `r`, with the stored authZ token or with a new one.
    ///
    /// - Parameter cached: whether the stored authZ token must be used.
    /// - Returns: the media token, which must be for that resource, requestor and MVPD.
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

    /// Calls `checkAuthorization`, which must fail without a request because no user is logged in.
    func expectUnauthorized() async throws {
        await when("checkAuthorization(r)") { $0.checkAuthorization(cast.r) }
        try saw(.trf("r", .una), .st("N000"))
        try sawNoCalls()
    }

    // MARK: The store, from 1.7 on

    /// Changes the device ID that is stored with the authN token, as if the store had been copied from another device.
    func moveLogin(_ requestor: String = "REF", _ provider: String = "M1", to deviceID: String) {
        let access = StoreAccess(device.view(of: identity), setup.profile.storeGeneration)
        let partition = setup.profile.storeGeneration >= .partitioned ? self.deviceID : ""
        access.perform { store in
            store.shared.partitions[partition]?.requestors[cast[requestor]]?.providers[cast[provider]]?
                .authentication?.deviceID = deviceID
        }
    }

    /// Expects that the app's shared medium holds no token of any app.
    func holdsNoToken() throws {
        try expect(!sharedMedium.text.contains("signatureInfo"), "a store without tokens", seen: sharedMedium.text)
    }
}
