import AccessEnabler
import AccessEnablerOpenSSL
import PassHarness

/// A user who logs in at `Adobe` and starts one stream: from the SDK's configuration to the media token, on a new device.
enum LoginFlow {
    static func run(at url: String, transport: some HTTPTransport) async throws {
        let browser = HeadlessUserAgent(transport: transport, credentials: .init("user", "password"))
        let platform = AccessEnabler.Platform(
            transport: transport, clock: SystemClock(), storage: MemoryStorageProvider(),
            device: StaticDevice(identifier: "bench-\(UInt64.random(in: 0...UInt64.max))"),
            app: AccessEnabler.AppIdentity(bundleID: "com.example.bench", teamID: "T"), hasher: OpenSSLHasher(),
            xmlReader: ExpatXMLReader(), userAgent: browser, mainExecutor: AnyThread(),
            callbackExecutor: SerialCallbackExecutor())
        let enabler = AccessEnabler(
            Cast.demoStatement, profile: .v3_9,
            settings: AccessEnablerSettings(defaultServiceProvider: "\(url)/adobe-services", allowsPlainHTTP: true),
            platform: platform)
        try await enabler.configure(requestor: "TEST_REQUESTOR")
        try await enabler.authenticate(
            picker: { mvpds in mvpds.first { $0.id == "Adobe" } }, userAgent: AttendedBrowser(browser))
        _ = try await enabler.mediaToken(for: "TEST_RESOURCE")
    }

    /// There is no main thread that matters.
    private struct AnyThread: MainExecutor {
        func isCurrent() -> Bool { true }
    }
}
