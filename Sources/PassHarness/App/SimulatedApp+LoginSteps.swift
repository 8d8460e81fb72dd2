import AccessEnabler
import PassSimulator

/// The steps of a login one by one, and what it leaves in the store, for scenarios that look at each.
extension SimulatedApp {
    /// `getAuthentication`, which has to show the picker and do nothing else.
    func showPicker() async throws {
        await when("getAuthentication") { $0.getAuthentication() }
        try saw(.dpd)
        try tracked()
        try sawNoCalls()
    }

    /// `setSelectedProvider`, which has to send the user to a browser.
    ///
    /// - Parameter provider: a role.
    /// - Returns: what NAV, NAVSVC or the SDK's own browser shows.
    @discardableResult
    func select(_ provider: String) async throws -> NavigationURL {
        let id = cast[provider]
        await when("setSelectedProvider(\(provider))") { $0.setSelectedProvider(id) }
        let shown = presented.last.map { NavigationURL($0, isSecureBrowser: true) }
        return try require(navigation ?? shown, "NAV or NAVSVC")
    }

    /// `setSelectedProvider(nil)` while a login runs: it ends as one that the user called off, and nobody is asked.
    func cancel() async throws {
        await when("setSelectedProvider(nil)") { $0.setSelectedProvider(nil) }
        try saw(.sas(0, .pns), .st("N005"))
        try tracked(.notAuthenticated)
        try sawNoCalls()
    }

    /// `getSelectedProvider`, which has to tell this role, or nobody.
    func expectSelected(_ provider: String?) async throws {
        await when("getSelectedProvider") { $0.getSelectedProvider() }
        try saw(.sel(provider))
        try sawNoCalls()
    }

    /// `checkAuthentication`, which has to say that nobody is logged in.
    func expectNotAuthenticated() async throws {
        await when("checkAuthentication") { $0.checkAuthentication() }
        try saw(.sas(0, .una), .st("N000"))
        try tracked(.notAuthenticated)
        try sawNoCalls()
    }

    /// `checkAuthentication`, which has to say that the user is logged in at this role.
    func expectAuthenticated(at provider: String) async throws {
        await when("checkAuthentication") { $0.checkAuthentication() }
        try saw(.sas(1))
        try tracked(.authenticated(provider, cached: true))
        try sawNoCalls()
    }

    // MARK: Store

    /// What the store has for a requestor under this app's device ID; the layout from 1.9 on.
    ///
    /// - Parameter requestor: a role.
    func record(of requestor: String = "REF") -> RequestorBucket? {
        store.shared.partitions[deviceID]?.requestors[cast[requestor]]
    }

    /// The authN token in the store, which has to be a whole login of that requestor at that MVPD, beside this device's ID.
    func storedLogin(at provider: String, requestor: String = "REF") throws -> AuthenticationToken {
        let record = try require(record(of: requestor), "a record of \(requestor) in the store")
        try expect(
            record.currentProvider == cast[provider], "\(provider) current", seen: record.currentProvider ?? "none")
        let bucket = try require(record.providers[cast[provider]], "a bucket of \(provider) in the store")
        try expect(bucket.canAuthenticate, "canAuthenticate in the store")
        let stored = try require(bucket.authentication, "an authN token in the store")
        try expect(stored.deviceID, is: deviceID, "the device ID beside the token")
        let token = try require(AuthenticationToken(stored.text), "an authN token that can be read")
        try expect(token.provider, is: cast[provider], "the token's MVPD")
        try expect(token.requestor, is: cast[requestor], "the token's requestor")
        return token
    }
}

extension Stage {
    /// An app of REF whose login at M1 was over a second ago; needs power over clock and policy.
    func appWithExpiredLogin(profile: CompatibilityProfile = .v3_9) async throws -> SimulatedApp {
        try world.configure(
            "{ requestors: { \(cast.ref): { mvpds: { \(cast.m1): { authenticationSeconds: 60 } } } } }")
        let app = try await loggedInApp(profile: profile)
        try await advance(by: .seconds(61))
        return app
    }

    /// Takes M1 from what REF works with; needs power over the policy.
    func withdrawM1() throws {
        try world.configure("{ requestors: { \(cast.ref): { mvpds: { \(cast.m1): null } } } }")
    }
}
