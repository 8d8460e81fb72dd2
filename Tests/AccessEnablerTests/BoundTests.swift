import PassCore
import Testing

@testable import AccessEnabler

@Suite("Bounds")
struct BoundTests {
    private typealias Bench = MachineBench

    @Test("A call that exceeds the bound before the configuration fails at once, with its own callback")
    func heldCalls() throws {
        var bench = Bench.registered()
        bench.setRequestor()
        for _ in 0..<HeldCalls.limit { #expect(bench.call(.checkAuthentication).isEmpty) }
        let request = ResourceRequest(resource: "r")
        let failed = [Bench.notAuthenticated(GENERIC_AUTHENTICATION_ERROR), Bench.status("N500", .error)]
        let refused: [AccessEnablerEvent] = [
            .tokenRequestFailed("r", errorCode: GENERIC_AUTHORIZATION_ERROR, errorDescription: ""),
            .status(AdvancedStatus(id: "Z500", level: .error, extra: ["resource": "r"])),
        ]
        #expect(bench.call(.checkAuthentication) == failed)
        #expect(bench.getAuthentication() == failed)
        #expect(bench.call(.logout) == failed)
        #expect(bench.call(.checkAuthorization(request)) == refused)
        #expect(bench.call(.getAuthorization(request)) == refused)
        #expect(
            bench.call(.checkPreauthorizedResources(["r"], usesCache: true)) == [
                .preauthorizedResources([]), Bench.status("P100", .error),
            ])
        let arguments: [String: EntitlementValue] = [METADATA_OPCODE_KEY: 2]
        #expect(
            bench.call(.getMetadata(arguments)) == [
                .setMetadataStatus(nil, encrypted: false, forKey: METADATA_DEVICE_ID, andArguments: arguments)
            ])
        let events = try bench.answer("config", configXML(["M1"]))
        #expect(events.count == 1 + 2 * HeldCalls.limit)
    }

    @Test("A waiting getAuthentication beyond the bound ends together with the previous one")
    func laterAuthentications() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        for _ in 0...LoginMachine.laterLimit { _ = bench.getAuthentication() }
        try bench.select("M1")
        bench.call(.handleExternalURL("adobepass://ios.app"))
        let events = try bench.answer("sessionDevice", Bench.session())
        #expect(
            events == Array(repeating: Bench.authenticated(), count: 1 + LoginMachine.laterLimit))
    }

    @Test("A request beyond the limit of those that wait for an access token fails as if there were no server")
    func accessToken() throws {
        var bench = try Bench.signedIn()
        bench.store.own.accessToken = nil
        for number in 0..<Outbox.waitingLimit {
            #expect(bench.call(.checkAuthorization(ResourceRequest(resource: "r\(number)"))).isEmpty)
        }
        #expect(bench.pending.count == 1)
        #expect(
            bench.call(.checkAuthorization(ResourceRequest(resource: "s"))) == [
                .tokenRequestFailed("s", errorCode: GENERIC_AUTHORIZATION_ERROR, errorDescription: ""),
                .status(AdvancedStatus(id: "Z500", level: .error, extra: ["resource": "s"])),
            ])
    }

    @Test("When too many lists are unanswered, the oldest fails and the others keep their order")
    func lists() throws {
        var bench = try Bench.signedIn()
        for _ in 0..<OrderedAnswers.limit {
            #expect(bench.call(.checkPreauthorizedResources(["r"], usesCache: false)).isEmpty)
        }
        #expect(
            bench.call(.checkPreauthorizedResources(["r"], usesCache: false)) == [
                .preauthorizedResources([]), Bench.status("P100", .error),
            ])
        // The answer to the one that failed is left unread, and the next one's is told.
        #expect(try bench.answer("preauthorize", status: 500).isEmpty)
        #expect(
            try bench.answer("preauthorize", status: 500) == [
                .preauthorizedResources([]), Bench.status("P100", .error),
            ])
    }

    @Test("When too many calls of preauthorize are unanswered, the oldest fails")
    func requests() throws {
        var bench = try Bench.signedIn()
        let request = PreauthorizeRequest.Builder().setResources(["r"]).build()
        for number in 1...OrderedAnswers.limit + 1 {
            bench.call(.preauthorize(request, CompletionID(number: number)))
        }
        var failed: [Int] = []
        for case .preauthorized(let id, _, isFailure: true) in bench.effects { failed.append(id.number) }
        #expect(failed == [1])
    }

    @Test("The newest of the selections that wait for a configuration is used")
    func selections() throws {
        var bench = try Bench.configured(providers: Bench.providers)
        _ = bench.getAuthentication()
        bench.setRequestor()
        for _ in 0..<1000 { bench.call(.setSelectedProvider("M1")) }
        bench.call(.setSelectedProvider("M2"))
        #expect(bench.machine.heldCalls.count == 1)
        try bench.answer("config", configXML(["M1", "M2"]))
        try bench.answer("regcode", Bench.codeAnswer)
        #expect(Bench.query("mso_id", of: bench.shownURL) == "M2")
    }
}
