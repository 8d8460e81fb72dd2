import Testing

@testable import AccessEnabler

@Suite("The documented surface")
struct SurfaceTests {
    @Test(
        "A call that the version doesn't have writes an error line and does nothing",
        arguments: [
            (SDKVersion(2, 2), "setOptions:"), (SDKVersion(2, 5), "setRequestor:"),
            (SDKVersion(2, 5), "setRequestor:serviceProviders:"), (SDKVersion(1, 8), "getAuthentication:withData:"),
            (SDKVersion(1, 8), "checkAuthorization:withData:"), (SDKVersion(1, 8), "getAuthorization:withData:"),
            (SDKVersion(1, 9), "getAuthentication: with an array"),
            (SDKVersion(3, 9), "getAuthentication: with an array"),
            (SDKVersion(2, 3, 1), "getAuthentication: with a dictionary"), (SDKVersion(2, 5), "handleExternalURL:"),
            (SDKVersion(3, 0), "getAuthenticationToken"), (SDKVersion(1, 2), "checkPreauthorizedResources:"),
            (SDKVersion(3, 0), "checkPreauthorizedResources:cache:"),
            (SDKVersion(3, 5), "preauthorize:didCompleteWith:"),
            (SDKVersion(1, 9), "setRequestor:setSignedRequestorId:secret:publicKey:"),
        ])
    func unknown(version: SDKVersion, call: String) async throws {
        let bench = TestPlatform()
        let enabler = bench.accessEnabler(version)
        let delegate = RecordingDelegate()
        enabler.delegate = delegate
        let make = try #require(Self.calls[call])
        make(enabler)
        await bench.activity.settled()
        let errors = bench.logger.errors
        #expect(errors.count == 1)
        #expect(errors.first?.hasPrefix("[AccessEnabler] \(call) ") == true)
        #expect(delegate.calls.isEmpty)
    }

    private static let calls: [String: @Sendable (AccessEnabler) -> Void] = [
        "setOptions:": { $0.setOptions([OPTION_VISITOR_ID: "v"]) },
        "setRequestor:": { $0.setRequestor("REF") },
        "setRequestor:serviceProviders:": { $0.setRequestor("REF", serviceProviders: []) },
        "setRequestor:setSignedRequestorId:secret:publicKey:": {
            $0.setRequestor("REF", setSignedRequestorId: "S", secret: "s", publicKey: "k")
        },
        "getAuthentication:withData:": { $0.getAuthentication(true, withData: nil) },
        "getAuthentication: with an array": { $0.getAuthentication(["M1"]) },
        "getAuthentication: with a dictionary": { $0.getAuthentication([TV_PROVIDERS: ["M1"]]) },
        "checkAuthorization:withData:": { $0.checkAuthorization("R", withData: [:]) },
        "getAuthorization:withData:": { $0.getAuthorization("R", withData: [:]) },
        "handleExternalURL:": { $0.handleExternalURL("adobepass://ios.app") },
        "getAuthenticationToken": { $0.getAuthenticationToken() },
        "checkPreauthorizedResources:": { $0.checkPreauthorizedResources(["R"]) },
        "checkPreauthorizedResources:cache:": { $0.checkPreauthorizedResources(["R"], cache: false) },
        "preauthorize:didCompleteWith:": {
            $0.preauthorize(
                PreauthorizeRequest.Builder().build(),
                didCompleteWith: AccessEnablerCallback(
                    onResponse: { _ in Issue.record("answered") }, onFailure: { _ in Issue.record("failed") }))
        },
    ]

    @Test("setRequestor checks its thread, and logs an error if that isn't the main thread")
    func mainThread() async {
        let bench = TestPlatform()
        let enabler = bench.accessEnabler()
        enabler.setRequestor("")
        #expect(bench.main.questions == 1)
        await bench.activity.settled()
        #expect(bench.logger.errors == [])
        bench.main.leave()
        enabler.setRequestor("")
        #expect(bench.main.questions == 2)
        await bench.activity.settled()
        #expect(bench.logger.errors.count == 1)
    }

    @Test("Calls of several threads are handled one after another, and none is lost")
    func threads() async {
        let bench = TestPlatform()
        let enabler = bench.accessEnabler()
        let delegate = RecordingDelegate()
        enabler.delegate = delegate
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<50 { enabler.setRequestor("") } }
            }
        }
        await bench.activity.settled()
        #expect(delegate.calls == Array(repeating: "requestor 0", count: 400))
    }

    @Test("A member that JSON can't express is left out, with an error line; the others are sent")
    func foreignMember() {
        struct Foreign {}
        let bench = TestPlatform()
        let enabler = bench.accessEnabler()
        #expect(enabler.values(["a": Foreign(), "b": ["c": 1]]) == ["b": ["c": 1]])
        #expect(bench.logger.errors == ["[AccessEnabler] a is ignored: Foreign isn't a supported type"])
    }

    @Test("The main queue knows when it is called on the main actor")
    func mainQueue() async {
        let executor = MainQueueExecutor()
        #expect(await MainActor.run { executor.isCurrent() })
        #expect(await Task.detached { executor.isCurrent() }.value == false)
    }

    @Test("Numbers of every width are accepted, whole ones as integers, and a flag stays a flag")
    func values() {
        #expect(EntitlementValue(Float(0.5)) == .number(0.5))
        #expect(EntitlementValue(1.5) == .number(1.5))
        for one in [Int8(1), UInt16(1), Int(1), UInt64(1)] as [Any] { #expect(EntitlementValue(one) == .integer(1)) }
        #expect(EntitlementValue(UInt64.max) == nil)
        #expect(EntitlementValue(true) == .bool(true))
    }

    @Test("A redirect URL that can't be recognized as a signal is refused with an error line")
    func redirectURL() {
        let bench = TestPlatform()
        let enabler = bench.accessEnabler()
        enabler.svcRedirectURL = "myapp://adobe.com"
        #expect(enabler.svcRedirectURL == "adbe.abc://adobe.com")
        #expect(
            bench.logger.errors == [
                "[AccessEnabler] svcRedirectURL: the scheme of myapp://adobe.com doesn't begin with adbe."
            ])
        enabler.svcRedirectURL = "ADBE.own://adobe.com"
        #expect(enabler.svcRedirectURL == "ADBE.own://adobe.com")
    }

    @Test("The system's clock wakes its caller, and reads a time of this century", .timeLimit(.minutes(10)))
    func systemClock() async {
        let clock = SystemClock()
        let (fired, fire) = AsyncStream.makeStream(of: Void.self)
        let alarm = clock.wake(afterMillis: 1) { fire.finish() }
        for await _ in fired {}
        alarm.cancel()
        #expect(clock.nowMillis > 1_700_000_000_000)
    }

    @Test("Work that is submitted while work runs waits for its end")
    func inlineOrder() {
        let executor = InlineCallbackExecutor()
        let delegate = RecordingDelegate()
        executor.execute {
            executor.execute { delegate.setRequestorComplete(2) }
            delegate.setRequestorComplete(1)
        }
        #expect(delegate.calls == ["requestor 1", "requestor 2"])
    }
}
