import PassHTTP
import PassNetwork
import PassSimulator
import Testing

@Suite("Calls that fail on purpose")
struct FaultTests {
    @Test("A status is the container's error page, as often as it says")
    func status() async throws {
        let simulator = try await Simulator.start()
        let client = EmbeddedClient(simulator)
        try client.world.fail(.retrieveConfiguration, with: .status(503), times: 2)
        for _ in 0..<2 {
            let answer = client.get("/config/DEMO_NET")
            #expect(answer.status == 503)
            #expect(answer.field("Content-Type") == "text/html;charset=utf-8")
            #expect(answer.text.contains("<h1>HTTP Status 503 - Service Unavailable</h1>"))
            #expect(answer.field("P3P") != nil)
        }
        #expect(client.get("/config/DEMO_NET").status == 200)
        await simulator.stop()
    }

    @Test("A custom answer is sent unchanged, until the operation is healed")
    func own() async throws {
        let simulator = try await Simulator.start()
        let client = EmbeddedClient(simulator)
        try client.world.fail(.retrieveConfiguration, with: .answer("<config><requestor>"))
        let answer = client.get("/config/DEMO_NET")
        #expect(answer.status == 200 && answer.text == "<config><requestor>")
        #expect(answer.field("Content-Type") == "application/xml;charset=UTF-8")
        client.world.heal(.retrieveConfiguration)
        #expect(client.get("/config/DEMO_NET").element("time") != nil)
        await simulator.stop()
    }

    @Test(
        "A forced failure has the shape of a real one",
        arguments: [
            (
                Fault.Failure.notAuthorized("Not in your package."), 200,
                "<error><notAuthorized/><details>Not in your package.</details></error>", "noAuthZ"
            ),
            (
                .providerUnreachable, 200,
                "<error><notAuthorized/><details>A network error occured when communicating with the provider\"s "
                    + "authorization service</details></error>", "network"
            ),
            (
                .degraded, 200,
                "<error><notAuthorized/><details>Your provider's programs can't be watched at the moment.</details></error>",
                "authzNone"
            ),
            (.tokenRefused, 200, "<pendingLogout reason=\"0\">true</pendingLogout>", ""),
            (.otherDevice, 200, "<pendingLogout reason=\"34764\">true</pendingLogout>", "mismatch"),
            (.otherDeviceAtMediaToken, 200, "<pendingLogout reason=\"58772\">true</pendingLogout>", ""),
            (.missingDevice, 400, "<reason>34763</reason>", ""),
            (.accessDenied, 401, #"{"error":"access_denied"}"#, ""),
            (.invalidClient, 403, #"{"error":"invalid_client"}"#, ""),
        ])
    func forced(_ failure: Fault.Failure, _ status: Int, _ body: String, _ code: String) async throws {
        let simulator = try await Simulator.start()
        let client = EmbeddedClient(simulator)
        try client.world.fail(.authorizeDevice, with: .failure(failure))
        let answer = client.authorize("any")
        #expect(answer.status == status)
        #expect(answer.text == body)
        #expect(answer.field("Authzf-Error-Code") ?? "" == code)
        await simulator.stop()
    }

    @Test("Every failure can be forced on every operation, and none of them crashes the simulator")
    func all() async throws {
        let simulator = try await Simulator.start()
        let client = EmbeddedClient(simulator)
        let failures: [Fault.Failure] = [
            .notAuthorized(), .providerUnreachable, .repeatedDenials, .invalidResource, .degraded, .refreshTokenMissing,
            .tokenRefused, .otherDevice, .otherDeviceAtMediaToken, .missingDevice, .tooManyResources, .unknownRequestor,
            .requestorUnproven, .clientTooOld, .unknownRegistrationCode, .sessionNotFound, .sessionWithoutUser,
            .accessDenied, .invalidClient, .invalidSoftwareStatement, .unapprovedSoftwareStatement, .tooManyRequests,
            .unavailable,
        ]
        for failure in failures {
            try client.world.failAll(with: .failure(failure))
            let answers = [
                client.get("/config/DEMO_NET"), client.post("/session", []), client.post("/authorize", []),
                client.post("/preauthorize", []), client.get("/authenticate/saml"), client.post("/usermetadata", []),
                simulator.respond(to: SimulatorRequest(form: [], to: "/o/client/register")),
                simulator.respond(to: SimulatorRequest(form: [], to: "/reggie/v1/DEMO_NET/regcode")),
            ]
            #expect(answers.allSatisfy { $0.status != 500 && (200..<600).contains($0.status) }, "\(failure)")
        }
        try client.world.failAll(with: .failure(.internalError))
        #expect(client.get("/config/DEMO_NET").status == 500)
        client.world.healAll()
        #expect(client.get("/config/DEMO_NET").status == 200)
        await simulator.stop()
    }

    @Test("The simulator's own paths and the MVPDs' pages never fail")
    func ownPaths() async throws {
        let simulator = try await Simulator.start()
        try simulator.world.failAll(with: .status(500))
        for path in ["/_sim/ready", "/_sim/ca.pem", "/_sim/mvpd/Adobe/logo.svg"] {
            #expect(simulator.respond(to: SimulatorRequest("GET", path)).status == 200, "\(path)")
        }
        await simulator.stop()
    }

    @Test("A fault that is invalid or can't be sent is refused with a sentence")
    func refused() async throws {
        let simulator = try await Simulator.start()
        let world = simulator.world
        func message(_ operation: Operation, _ fault: Fault, times: Int? = nil) -> String {
            do {
                try world.fail(operation, with: fault, times: times)
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(message(.serveCertificate, .status(500)).contains("ServeCertificate is an operation of the simulator"))
        #expect(message(.session, .status(100)).contains("200 to 599"))
        #expect(message(.session, .status(500), times: 0).contains("at least once"))
        #expect(message(.session, .delayed(milliseconds: -1)).contains("600000"))
        #expect(message(.session, .answer(status: 200, contentType: "a\r\nb: c", body: [])).contains("content type"))
        #expect(message(.session, .failure(.notAuthorized("See the details."))).contains("details"))
        #expect(message(.session, .failure(.notAuthorized("a\r\nSet-Cookie: b"))).contains("one line"))
        #expect(EmbeddedClient(simulator).get("/session").status != 500)
        await simulator.stop()
    }

    @Test("A delay is reported without a socket, and waited for on one")
    func delayed() async throws {
        let simulator = try await Simulator.start()
        try simulator.world.fail(.retrieveConfiguration, with: .delayed(milliseconds: 60), times: 2)
        let answer = EmbeddedClient(simulator).get("/config/DEMO_NET")
        #expect(answer.status == 200 && answer.delayMilliseconds == 60)
        let client = HTTPClient(
            trustedCertificatesPEM: Array(simulator.certificateAuthority.utf8), timeoutMilliseconds: 60_000)
        let start = ContinuousClock.now
        let url = simulator.world.serviceProvider + "/config/DEMO_NET"
        #expect(try client.send(.get, url: url).status == .ok)
        #expect(ContinuousClock.now - start >= .milliseconds(60))
        #expect(EmbeddedClient(simulator).get("/config/DEMO_NET").delayMilliseconds == 0)
        await simulator.stop()
    }

    @Test("A call with a fault isn't counted by the throttle")
    func throttled() async throws {
        var configuration = Configuration()
        configuration.throttle.requestsPerSecond = 1
        configuration.throttle.burst = 0
        let simulator = try await Simulator.start(configuration)
        simulator.world.freeze()
        let client = EmbeddedClient(simulator)
        try client.world.fail(.retrieveConfiguration, with: .status(502), times: 3)
        #expect((0..<5).map { _ in client.get("/config/DEMO_NET").status } == [502, 502, 502, 200, 429])
        await simulator.stop()
    }
}
