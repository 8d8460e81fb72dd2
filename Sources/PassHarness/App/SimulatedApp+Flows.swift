import AccessEnabler

/// Whole stretches that many scenarios begin with.
extension SimulatedApp {
    /// `setRequestor` as the profile's apps call it; it has to succeed.
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

    /// Takes the URL of the last NAV or NAVSVC through the browser, and tells the SDK where it ended.
    ///
    /// - Parameter user: `nil` is the one that the browser was made for.
    /// - Returns: where it ended.
    @discardableResult
    public func finishInBrowser(as user: HeadlessUserAgent.Credentials? = nil) async throws -> String {
        let end = try await browse(as: user)
        let isNew = setup.profile.version >= SDKVersion(3, 0)
        await when(isNew ? "handleExternalURL" : "getAuthenticationToken") { enabler in
            if isNew { enabler.handleExternalURL(end) } else { enabler.getAuthenticationToken() }
        }
        return end
    }

    /// Takes the URL of the last NAV or NAVSVC, or of what the SDK showed itself, through the browser, which stops before the app's redirect URL.
    ///
    /// - Returns: the URL where it stopped.
    @discardableResult
    public func browse(as user: HeadlessUserAgent.Credentials? = nil) async throws -> String {
        let shown = presented.last.map { NavigationURL($0, isSecureBrowser: true) }
        let url = try require(navigation ?? shown, "NAV or NAVSVC")
        let browser = user.map { HeadlessUserAgent(transport: network, credentials: $0) } ?? browser
        var ends = [ADOBEPASS_REDIRECT_SCHEME, ADOBEPASS_LEGACY_REDIRECT_URL]
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

    /// The requestor's ID of the last configuration that was asked for.
    var requestor: String? {
        network.exchanges.last { $0.origin == .app(identity.bundleID) && $0.operation == "config" }
            .flatMap { $0.request.url.prefix { $0 != "?" }.split(separator: "/").last }.map(String.init)
    }
}
