import PassCore
import Testing

@testable import AccessEnabler

@Suite("Logins across configurations")
struct RequestorChangeTests {
    private typealias Bench = MachineBench
    private static let abandoned = [Bench.notAuthenticated(GENERIC_AUTHENTICATION_ERROR), Bench.status("N500", .error)]
    private static let cancelled = [Bench.notAuthenticated(PROVIDER_NOT_SELECTED_ERROR), Bench.status("N005", .info)]

    @Test("A change of requestor ends a running login, and the app is told")
    func told() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        try bench.select("M1")
        #expect(bench.setRequestor("REF2") == Self.abandoned)
        #expect(bench.tracked.map { $0.data.first } == ["NO"])
        #expect(bench.machine.login.attempt == nil)
        #expect(try bench.answer("config/REF2", configXML(["M1"])) == [.setRequestorComplete(1)])
    }

    @Test("A login that no call requested ends without a callback")
    func unasked() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        bench.call(.setSelectedProvider("T1"))
        #expect(bench.setRequestor("REF2").isEmpty)
        #expect(bench.machine.login.attempt == nil)
    }

    @Test("A resource that waits for a login is told when a change of requestor ends it")
    func unaskedWithResource() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        bench.call(.setSelectedProvider("T1"))
        bench.call(.getAuthorization(ResourceRequest(resource: "r")))
        #expect(bench.setRequestor("REF2") == Self.abandoned)
    }

    @Test("A failed configuration in between doesn't save the former requestor's login")
    func failedInBetween() throws {
        var bench = try Bench.configured(bench: .registered())
        bench.setRequestor("REF")
        try bench.answer("config/REF", configXML(["M1", "M2"]))
        _ = bench.getAuthentication()
        try bench.select("M1")
        bench.setRequestor("REF")
        try bench.answer("config/REF", status: 503)
        #expect(bench.setRequestor("REF2") == Self.abandoned)
        #expect(try bench.answer("config/REF2", configXML(["M1"])) == [.setRequestorComplete(1)])
        #expect(bench.call(.handleExternalURL("adobepass://ios.app")).isEmpty)
        #expect(bench.pending.isEmpty)
    }

    @Test("Selecting nothing while a configuration is under way cancels the login at once")
    func cancelled() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        try bench.select("M1")
        _ = bench.getAuthentication()
        bench.setRequestor("REF")
        #expect(bench.call(.setSelectedProvider("M2")).isEmpty)
        #expect(bench.call(.setSelectedProvider(nil)) == Self.cancelled)
        // The selection before it is void; who waited for the login asks again, without the MVPD that was called off.
        let events = try bench.answer("config/REF", configXML(["M1", "M2"]))
        #expect(events == [.setRequestorComplete(1), .displayProviderDialog(bench.providers)])
    }

    @Test("A code that arrives while a configuration is under way restarts the login after it")
    func restarted() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication(data: ["k": "v"])
        bench.call(.setSelectedProvider("M1"))
        bench.setRequestor("REF")
        #expect(try bench.answer("regcode", Bench.codeAnswer).isEmpty)
        var other = bench
        #expect(try bench.answer("config/REF", configXML(["M1"])) == [.setRequestorComplete(1)])
        try bench.answer("regcode", Bench.codeAnswer)
        #expect(Bench.query("mso_id", of: bench.shownURL) == "M1")
        #expect(Bench.query("generic_data", of: bench.shownURL) == nil)

        #expect(other.call(.setSelectedProvider(nil)) == Self.cancelled)
        #expect(try other.answer("config/REF", configXML(["M1"])) == [.setRequestorComplete(1)])
        #expect(other.pending.isEmpty)
    }

    @Test("A registration code that expires during a configuration doesn't end the calls that wait for a login")
    func expiredMeanwhile() throws {
        let bench = MachineBench(system: AccessEnabler.OperatingSystem(.tvOS, version: "12.1"))
        var configured = try Bench.configured(providers: Bench.providers, bench: bench)
        _ = configured.getAuthentication()
        try configured.select("M1")
        _ = configured.getAuthentication()
        configured.setRequestor("REF")
        configured.give(.rang(.registrationCodeExpiry))
        #expect(configured.events == Self.abandoned)
        let events = try configured.answer("config/REF", configXML(["M1"]))
        #expect(events.first == .setRequestorComplete(1))
        #expect(events.dropFirst() == [.displayProviderDialog(configured.providers)])
    }
}
