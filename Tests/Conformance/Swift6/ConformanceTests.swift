import AccessEnablerOpenSSL
import Testing

@testable import AccessEnabler

/// Tests/Conformance/Swift5 holds a link to this file, so that everything here is compiled in both language modes.
@Suite("Apps written for the vendor's library")
struct ConformanceTests {
    private static let everyEvent: [AccessEnablerEvent] = [
        .setRequestorComplete(1), .setAuthenticationStatus(0, errorCode: USER_NOT_AUTHENTICATED_ERROR),
        .displayProviderDialog([makeProvider()]), .navigateToUrl("https://sp.example/?redirect_url=a&b=c"),
        .navigateToUrlUseSVC("https://sp.example/?redirect_url=adbe.a&b=c", useSVC: true),
        .setToken("token", forResource: "r"), .tokenRequestFailed("r", errorCode: "code", errorDescription: "words"),
        .preauthorizedResources(["r1", "r2"]), .selectedProvider(makeProvider()), .selectedProvider(nil),
        .setMetadataStatus(
            "value", encrypted: true, forKey: 3, andArguments: [METADATA_USER_META_KEY: "zip"]),
        .sendTrackingData(["YES", nil], forEventType: 0), .presentTvProviderDialog, .dismissTvProviderDialog,
        .status(AdvancedStatus(id: "N000", level: .info)),
    ]

    private func platform() -> AccessEnabler.Platform {
        AccessEnabler.Platform(
            transport: NoTransport(), clock: SystemClock(), storage: MemoryStorageProvider(),
            device: StaticDevice(identifier: "device"),
            app: AccessEnabler.AppIdentity(bundleID: "com.example.app", teamID: "T"), hasher: OpenSSLHasher(),
            xmlReader: ExpatXMLReader(), mainExecutor: MainQueueExecutor(), callbackExecutor: InlineCallbackExecutor())
    }

    /// Has an SDK deliver every event to the delegate, in the way in which it delivers its own.
    private func deliver(
        to delegate: EntitlementDelegate, _ status: EntitlementStatus? = nil
    ) {
        let enabler = AccessEnabler("statement.jwt", platform: platform())
        enabler.delegate = delegate
        enabler.statusDelegate = status
        for event in Self.everyEvent { enabler.driver.callbacks.make(event, isStatusCheck: false) }
    }

    @Test("A delegate for 3.x gets every callback with its values")
    func version3() {
        let delegate = VideoDelegate()
        deliver(to: delegate, delegate)
        #expect(
            delegate.seen == [
                "setRequestorComplete 1", "setAuthenticationStatus 0 User Not Authenticated Error",
                "displayProviderDialog M1", "navigate https://sp.example/?redirect_url=a&b=c",
                "navigate https://sp.example/?redirect_url=adbe.a&b=c true", "setToken token r",
                "tokenRequestFailed r code words", "preauthorizedResources r1r2", "selectedProvider M1",
                "selectedProvider nil", "setMetadataStatus value true 3 zip", "sendTrackingData YES nil 0",
                "presentTvProviderDialog true", "dismissTvProviderDialog true", "status N000 info",
            ])
    }

    @Test("A delegate for 1.x gets the callbacks that it knows, and the secure browser's URL for its web view")
    func version1() {
        let delegate = FirstVersionDelegate()
        deliver(to: delegate)
        #expect(
            delegate.seen == [
                "setRequestorComplete 1", "setAuthenticationStatus 0 User Not Authenticated Error",
                "displayProviderDialog M1", "navigate https://sp.example/?redirect_url=a&b=c",
                "navigate https://sp.example/?redirect_url=adobepass%3A%2F%2Fios.app&b=c", "setToken token r",
                "tokenRequestFailed r code words", "preauthorizedResources r1r2", "selectedProvider M1",
                "selectedProvider nil", "setMetadataStatus value 3 1",
            ])
    }

    @Test("Optional callbacks can be called with question marks as well as with exclamation marks")
    func optionals() {
        let delegate = QuestioningDelegate()
        deliver(to: delegate)
        #expect(
            delegate.seen == [
                "navigate useSVC", "setMetadataStatus", "sendTrackingData", "presentTvProviderDialog",
                "dismissTvProviderDialog",
            ])
    }

    @Test("An optional callback is called without marks, too")
    func plain() {
        let delegate = PlainDelegate()
        deliver(to: delegate)
        #expect(
            delegate.seen == [
                "navigate useSVC", "sendTrackingData", "presentTvProviderDialog", "dismissTvProviderDialog",
            ])
    }

    @Test("Every call and initialiser that an app may use exists")
    func calls() {
        let platform = platform()
        StandardPlatform.install { platform }
        let channel = Channel(AccessEnabler("statement.jwt"))
        for enabler in makeEveryEnabler() { makeEveryCall(enabler, for: channel) }
        #expect(makeProvider().id == "M1")
    }

    @Test("A test double can replace the SDK")
    func double() {
        let double = AccessEnablerDouble()
        let delegate = VideoDelegate()
        double.delegate = delegate
        Channel(double).play("r")
        #expect(double.calls == ["getAuthorization r"])
        #expect(delegate.seen == ["setToken token r"])
    }
}

/// Reaches no service.
private struct NoTransport: HTTPTransport {
    func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
        throw .cancelled
    }
}
