import AccessEnabler
import AccessEnablerOpenSSL

/// The single steps of a login and their effects on the store, for scenarios that check each step.
extension SimulatedApp {
    /// Calls `getAuthentication`, which must show the picker and do nothing else.
    func showPicker() async throws {
        await when("getAuthentication") { $0.getAuthentication() }
        try saw(.dpd)
        try tracked()
        try sawNoCalls()
    }

    /// Calls `setSelectedProvider`, which must send the user to a browser.
    ///
    /// - Parameter provider: the MVPD, a role.
    /// - Returns: the URL of NAV or NAVSVC, or the one that the SDK itself shows in the secure browser.
    @discardableResult
    func select(_ provider: String) async throws -> NavigationURL {
        let id = cast[provider]
        await when("setSelectedProvider(\(provider))") { $0.setSelectedProvider(id) }
        let shown = presented.last.map { NavigationURL($0, isSecureBrowser: true) }
        return try require(navigation ?? shown, "NAV or NAVSVC")
    }

    /// Calls `setSelectedProvider(nil)` during a login, which must end as cancelled by the user, without any request.
    func cancel() async throws {
        await when("setSelectedProvider(nil)") { $0.setSelectedProvider(nil) }
        try saw(.sas(0, .pns), .st("N005"))
        try tracked(.notAuthenticated)
        try sawNoCalls()
    }

    /// Calls `getSelectedProvider`, which must report this MVPD (a role), or none for `nil`.
    func expectSelected(_ provider: String?) async throws {
        await when("getSelectedProvider") { $0.getSelectedProvider() }
        try saw(.sel(provider))
        try sawNoCalls()
    }

    /// Calls `checkAuthentication`, which must report that no user is logged in.
    func expectNotAuthenticated() async throws {
        await when("checkAuthentication") { $0.checkAuthentication() }
        try saw(.sas(0, .una), .st("N000"))
        try tracked(.notAuthenticated)
        try sawNoCalls()
    }

    /// Calls `checkAuthentication`, which must report that the user is logged in at this MVPD (a role).
    func expectAuthenticated(at provider: String) async throws {
        await when("checkAuthentication") { $0.checkAuthentication() }
        try saw(.sas(1))
        try tracked(.authenticated(provider, cached: true))
        try sawNoCalls()
    }

    // MARK: Store

    /// Returns what the store holds for a requestor under this app's device ID, in the layout of SDKs from 1.9 on.
    ///
    /// - Parameter requestor: a role.
    func record(of requestor: String = "REF") -> RequestorBucket? {
        store.shared.partitions[deviceID]?.requestors[cast[requestor]]
    }

    /// Returns the stored authN token, which must be that requestor's complete login at that MVPD on this device.
    func storedLogin(at provider: String, requestor: String = "REF") throws -> AuthenticationToken {
        let record = try require(record(of: requestor), "a record of \(requestor) in the store")
        try expect(
            record.currentProvider == cast[provider], "\(provider) current", seen: record.currentProvider ?? "none")
        let bucket = try require(record.providers[cast[provider]], "a bucket of \(provider) in the store")
        try expect(bucket.canAuthenticate, "canAuthenticate in the store")
        let stored = try require(bucket.authentication, "an authN token in the store")
        try expect(stored.deviceID, is: deviceID, "the device ID stored with the token")
        let token = try require(AuthenticationToken(stored.text), "an authN token that can be read")
        try expect(token.provider, is: cast[provider], "the token's MVPD")
        try expect(token.requestor, is: cast[requestor], "the token's requestor")
        return token
    }
}
