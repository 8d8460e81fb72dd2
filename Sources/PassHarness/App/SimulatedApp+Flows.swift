import AccessEnabler

/// The sequences of calls that many scenarios begin with.
extension SimulatedApp {
    /// Calls `setRequestor` in the form that fits the SDK's version; it must succeed.
    ///
    /// - Parameter requestor: a role.
    public func configure(_ requestor: String = "REF") async throws {
        let id = cast[requestor]
        let hasStatement = setup.profile.version >= SDKVersion(3, 0)
        await when("setRequestor(\(requestor))") { enabler in
            if hasStatement {
                enabler.setRequestor(id)
            } else {
                enabler.setRequestor(id, setSignedRequestorId: "c2lnbmVk")
            }
        }
        let succeeded = events.contains(.setRequestorComplete(1))
        try expect(succeeded, "SRC(1)", seen: seen)
    }

    /// Follows the URL of the last NAV or NAVSVC (`NotationKey`) in the browser, and tells the SDK where the browser
    /// stopped.
    ///
    /// - Parameter user: the user who logs in; `nil` means the browser's own.
    /// - Returns: the URL where the browser stopped.
    @discardableResult
    public func finishInBrowser(as user: HeadlessUserAgent.Credentials? = nil) async throws -> String {
        let end = try await browse(as: user)
        let isNew = setup.profile.version >= SDKVersion(3, 0)
        await when(isNew ? "handleExternalURL" : "getAuthenticationToken") { enabler in
            if isNew { enabler.handleExternalURL(end) } else { enabler.getAuthenticationToken() }
        }
        return end
    }

    /// Follows the URL of the last NAV or NAVSVC, or the one that the SDK itself showed, until the app's redirect URL.
    ///
    /// - Parameter user: the user who logs in; `nil` means the browser's own.
    /// - Returns: the URL where the browser stopped, which isn't loaded.
    @discardableResult
    public func browse(as user: HeadlessUserAgent.Credentials? = nil) async throws -> String {
        let shown = presented.last.map { NavigationURL($0, isSecureBrowser: true) }
        let url = try require(navigation ?? shown, "NAV or NAVSVC")
        let browser = user.map { HeadlessUserAgent(transport: network, credentials: $0) } ?? browser
        var ends = [ADOBEPASS_REDIRECT_SCHEME]
        if let own = identity.redirectURL { ends.append(own) }
        let stops = ends
        activity.begin()
        defer { activity.end() }
        do {
            return try await browser.run(url.text, until: stops, in: url.isSecureBrowser ? .secureBrowser : .webView)
        } catch {
            throw failure("the browser comes back to the app", seen: "\(error)")
        }
    }

    /// The requestor ID of the last configuration that the app's SDK requested.
    var requestor: String? {
        network.exchanges.last { $0.origin == .app(identity.bundleID) && $0.operation == "config" }
            .flatMap { $0.request.url.prefix { $0 != "?" }.split(separator: "/").last }.map(String.init)
    }
}
