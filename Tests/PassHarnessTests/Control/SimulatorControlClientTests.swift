import AccessEnabler
import PassHarness
import PassSimulator
import PassTestSupport
import Testing

@Suite("The client of the control operations")
struct SimulatorControlClientTests {
    @Test("The clock is read, set, advanced, stopped, resumed and scaled") func clock() async throws {
        try await withControl { control in
            let start = try await control.clock()
            #expect(start.followsRealTime && !start.isFrozen && start.scale == 1)
            let set = try await control.setClock(to: "2031-05-14T08:30:00Z")
            #expect(set.now.hasPrefix("2031-05-14T08:30:0") && !set.followsRealTime)
            #expect(try await control.freezeClock().isFrozen)
            #expect(try await control.setClock(toMillis: 1_936_513_800_250).now == "2031-05-14T08:30:00.250Z")
            #expect(try await control.advanceClock(by: .milliseconds(1_500)).nowMillis == 1_936_513_801_750)
            #expect(try await control.advanceClock(by: .seconds(-1)).now == "2031-05-14T08:30:00.750Z")
            #expect(try await control.scaleClock(by: 60).scale == 60)
            #expect(try await !control.resumeClock().isFrozen)
        }
    }

    @Test("Verdicts and diagrams are available in all their forms") func verdict() async throws {
        try await withControl { control in
            let verdict = try await control.verdict()
            #expect(verdict.outcome == .notSeen && verdict.rules.count == 93)
            let other = try await control.verdict(except: ["R-12"])
            #expect(other.rules.count == 92)
            for form in VerdictForm.allCases {
                let text = try await control.verdict(as: form)
                #expect(!text.isEmpty)
            }
            for form in DiagramForm.allCases {
                let error = await #expect(throws: ControlError.self) {
                    try await control.diagram(ofFlow: "000000-0", form)
                }
                #expect(error?.status == 404)
            }
        }
    }

    @Test("A refusal has the status, the title and the sentence of the problem document") func refusal() async throws {
        try await withControl { control in
            let error = await #expect(throws: ControlError.self) { try await control.setClock(to: "soon") }
            #expect(error?.status == 400)
            #expect(error?.title == "Malformed input")
            #expect(error?.detail == "now isn't a time from 1970 to 9799 like 2026-01-01T00:00:00Z.")
            #expect(error?.description == "Malformed input: " + (error?.detail ?? ""))
            #expect(error?.field == "now")
            #expect(error?.document.hasPrefix("{") == true)
        }
    }

    @Test("An answer that isn't JSON is an error that says so") func unreadable() async throws {
        let control = SimulatorControlClient(url: "http://simulator.test", transport: Canned(status: 200, "<html>"))
        let error = await #expect(throws: ControlError.self) { try await control.clock() }
        #expect(error?.description == "Unreadable answer: The answer to clock doesn't come from a simulator.")
        let other = SimulatorControlClient(url: "http://simulator.test", transport: Canned(status: 502, "<html>"))
        let refusal = await #expect(throws: ControlError.self) { try await other.clock() }
        #expect(refusal?.description == "The simulator answered 502.")
    }

    @Test("Unknown members of an answer are ignored") func later() async throws {
        let text = #"{"nowMillis": 5, "frozen": true, "scale": 0.5, "phase": {"moon": "full"}}"#
        let control = SimulatorControlClient(url: "http://simulator.test", transport: Canned(status: 200, text))
        let reading = try await control.clock()
        #expect(reading.nowMillis == 5 && reading.isFrozen && reading.scale == 0.5 && !reading.followsRealTime)
        #expect(reading.now == "1970-01-01T00:00:00.005Z")
    }

    @Test("Namespaces are created with settings or as copies, listed, described and removed") func namespaces()
        async throws
    {
        try await withControl { control in
            let first = try await control.createNamespace(
                "first", .configuration("{ unknownRequestors: 'refuse' } // JSON5"), idleSeconds: 3_600)
            #expect(first.name == "first" && first.idleSeconds == 3_600 && first.records == 0)
            try await control.createNamespace("second", .copy(of: "first"))
            #expect(try await control.namespaces().map(\.name).filter { $0 != "default" } == ["first", "second"])
            #expect(try await control.describeNamespace("second").idleSeconds == nil)
            let second = control.inNamespace("second")
            #expect(second.namespace == "second")
            try await second.freezeClock()
            #expect(try await !control.clock().isFrozen)
            #expect(try await second.clock().isFrozen)
            try await second.reset()
            #expect(try await !second.clock().isFrozen)
            try await control.removeNamespace("first")
            let error = await #expect(throws: ControlError.self) { try await control.describeNamespace("first") }
            #expect(error?.status == 404)
            try await control.removeAllNamespaces()
            #expect(try await control.namespaces().map(\.name).filter { $0 != "default" } == [])
        }
    }

    @Test("A namespace gets keys of its own, and its copy has the same ones") func ownKeys() async throws {
        try await withControl { control in
            #expect(try await control.createNamespace("own", keys: .own).keys == .own)
            #expect(try await control.createNamespace("copy", .copy(of: "own")).keys == .own)
            #expect(try await control.createNamespace("bare", .copy(of: "own"), keys: .shared).keys == .shared)
            #expect(try await control.describeNamespace("default").keys == .shared)
            let file = try await control.inNamespace("own").snapshot()
            let restored = try await control.inNamespace("copy").restoreSnapshot(file)
            #expect(restored.otherKeys == [] && restored.namespace.keys == .own && restored.namespace.name == "copy")
            let others = try await control.inNamespace("bare").restoreSnapshot(file, anyKeys: true).otherKeys
            #expect(others == ["device", "saml", "sealing", "token"])
        }
    }

    @Test("Exchanges are verified: exactly, at least, at most, never and in order") func verification() async throws {
        try await withControl { control in
            let url = control.url + "/adobe-services/config/"
            for name in ["TEST_REQUESTOR", "OTHER"] {
                _ = try await SocketTransport().send(TransportRequest(url: url + name))
            }
            let query = ExchangeQuery(operation: .retrieveConfiguration)
            var ours = query
            ours.requestor = "TEST_REQUESTOR"
            var nobody = query
            nobody.requestor = "NOBODY"
            let met: [ExchangeExpectation] = [
                .exactly(2, query), .exactly(1, ours), .atLeast(1, query), .atLeast(1, atMost: 2, query),
                .atMost(2, query),
                .never(nobody), .inOrder([ours, query]),
            ]
            for expectation in met {
                let verdict = try await control.verifyExchanges(expectation)
                #expect(verdict.isVerified && verdict.nearest.isEmpty, "\(expectation) \(verdict.message)")
            }
            let unmet: [ExchangeExpectation] = [
                .exactly(1, query), .atMost(1, query), .never(ours), .inOrder([query, ours]),
            ]
            for expectation in unmet {
                #expect(try await !control.verifyExchanges(expectation).isVerified, "\(expectation)")
            }
            let missed = try await control.verifyExchanges(.atLeast(1, nobody))
            #expect(missed.count == 0 && missed.message.contains("requestor=NOBODY"))
            #expect(missed.nearest.map(\.misses) == [["requestor"], ["requestor"]])
            #expect(missed.nearest.first?.exchange.requestor == "OTHER")
        }
    }

    @Test("A match is read from JSON5; anything but an object of texts is refused") func matches() throws {
        let query = try ExchangeQuery(match: "{operation: 'Authorize*', status: 403, faulted: true}")
        #expect(query.others.map(\.name) == ["faulted", "operation", "status"])
        #expect(query.others.map(\.value) == ["true", "Authorize*", "403"])
        for text in ["[]", "{", "{operation: null}", "{operation: {}}"] {
            #expect(throws: ControlError.self, "\(text)") { try ExchangeQuery(match: text) }
        }
    }

    @Test("Settings that can't be read are refused with their place, and nothing is sent") func badSettings()
        async throws
    {
        let control = SimulatorControlClient(url: "http://nobody.test", transport: Unreachable())
        let error = await #expect(throws: ControlError.self) {
            try await control.createNamespace("a", .configuration("{ ttl: }"))
        }
        #expect(error?.status == 400)
        #expect(error?.detail.contains("line 1, column 8") == true, "\(error?.detail ?? "")")
    }

    @Test("The state of a namespace is saved, and restored in another simulator") func snapshots() async throws {
        try await withControl { first in
            try await first.freezeClock()
            try await first.setClock(to: "2031-05-14T08:30:00Z")
            let rule = try await first.addRule(ControlRule(operation: .authorizeDevice, .failure("denied")))
            let file = try await first.snapshot()
            try await withControl { second in
                try await second.createNamespace("mine")
                let mine = second.inNamespace("mine")
                #expect(try await mine.restoreSnapshot(file).otherKeys == [])
                #expect(try await mine.clock().now == "2031-05-14T08:30:00.000Z")
                #expect(try await mine.rules().map(\.id) == [rule.id])
                #expect(try await second.clock().followsRealTime)
                let error = await #expect(throws: ControlError.self) { try await second.restoreSnapshot([]) }
                #expect(error?.status == 400 && error?.detail.hasPrefix("The content is missing") == true)
                let text = String(decoding: file, as: UTF8.self)
                let foreign = Array(text.replacing(#""token":""#, with: #""token":"0"#).utf8)
                let refusal = await #expect(throws: ControlError.self) { try await second.restoreSnapshot(foreign) }
                #expect(refusal?.status == 409 && refusal?.title == "Other keys")
                #expect(try await second.restoreSnapshot(foreign, anyKeys: true).otherKeys == ["token"])
            }
        }
    }

    @Test("Each request names the namespace and the token") func fields() async throws {
        let transport = Canned(status: 204, "")
        let control = SimulatorControlClient(
            url: "http://simulator.test/", namespace: "suite", token: "t0p", transport: transport)
        try await control.removeRule("a/b?")
        let request = try #require(transport.requests.first)
        #expect(request.method == "DELETE")
        #expect(request.url == "http://simulator.test/_sim/rules/a%2Fb%3F")
        #expect(request.fields["X-Pass-Namespace"] == "suite")
        #expect(request.fields["Authorization"] == "Bearer t0p")
        #expect(request.body.isEmpty)
    }

    @Test("A simulator that starts isn't ready, and any other refusal is an error") func readiness() async throws {
        try await withControl { control in
            let isReady = try await control.isReady()
            #expect(isReady)
        }
        let starting = SimulatorControlClient(url: "http://simulator.test", transport: Canned(status: 503, "{}"))
        #expect(try await !starting.isReady())
        let strange = SimulatorControlClient(url: "http://simulator.test", transport: Canned(status: 421, "{}"))
        await #expect(throws: ControlError.self) { try await strange.isReady() }
    }

    @Test("The metrics are OpenMetrics text, with the connections and what was refused on them") func metrics()
        async throws
    {
        try await withControl { control in
            _ = try await control.isReady()
            let reading = try MetricsReading(try await control.metrics())
            #expect(reading["pass_simulator_requests_total{operation=\"ReportReadiness\",status=\"2xx\"}"] == 1)
            #expect(try #require(reading["pass_simulator_connections_accepted_total"]) >= 1)
            #expect(try #require(reading["pass_simulator_open_connections"]) >= 1)
            #expect(reading["pass_simulator_work_running"] == 1 && reading["pass_simulator_work_waiting"] == 0)
            #expect(reading["pass_simulator_connection_failures_total{reason=\"badRequest\"}"] == 0)
            #expect(reading.lint == [])
        }
    }

    private func withControl(_ body: (SimulatorControlClient) async throws -> Void) async throws {
        let simulator = try await Simulator.start()
        do {
            try await body(SimulatorControlClient(url: simulator.url))
        } catch {
            await simulator.stop()
            throw error
        }
        await simulator.stop()
    }
}
