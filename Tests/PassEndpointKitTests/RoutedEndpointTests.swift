import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTestSupport
import Testing

@Suite("Endpoints behind their routes")
struct RoutedEndpointTests {
    /// An endpoint that answers with its parameters, or fails as its test says.
    private struct Echo: Endpoint {
        let route: Route
        let failures: any FailureTable = Named()
        var error: (any Error)?
        var leavesWork = false

        func respond(to exchange: Exchange) throws -> HTTPResponse {
            if let error { throw error }
            return HTTPResponse(.ok, text: exchange.parameters.pairs.map { "\($0.name)=\($0.value)" }.joined())
        }

        func respondOnLoop(to exchange: Exchange) throws -> LoopAnswer {
            leavesWork ? .work { try respond(to: exchange) } : .ready(try respond(to: exchange))
        }
    }

    /// Tells the failure by its own description.
    private struct Named: FailureTable {
        func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse {
            HTTPResponse(.badRequest, text: "\(failure) \(exchange.parameters.pairs.count)")
        }
    }

    private struct Family: EndpointFamily {
        let endpoints: [any Endpoint]
    }

    private struct Defect: Error {}

    private static func route(carriesSecrets: Bool = false, readsParameters: Bool = true) -> Route {
        Route(
            .showLanding, [.get, .post], "/", on: .loop, carriesSecrets: carriesSecrets,
            readsParameters: readsParameters)
    }

    /// The endpoint's answers by a worker and by a loop, and the text of both.
    private func answers(
        _ endpoint: Echo, _ request: HTTPRequest = .get("/?a=1"), forced: EntitlementFailure? = nil,
        scheme: HTTPConnectionInfo.Scheme = .http, policy: (inout Policy) -> Void = { _ in }
    ) throws -> [HTTPResponse] {
        guard case .found(let found, let captures) = Router([Family(endpoints: [endpoint])]).match(request) else {
            return []
        }
        let test = try TestWorld(policy: policy)
        let links = Links(
            scheme: scheme, authority: HTTPAuthority(host: "localhost", port: nil), namespace: NamespaceAddress(),
            hostKind: .direct)
        let exchange = Exchange(
            request: request, world: test.world, links: links, now: test.clock.now(), captures: captures)
        var (byWorker, onLoop) = (exchange, exchange)
        let answer = found.answer(&byWorker, forced: forced)
        switch found.answerOnLoop(&onLoop, forced: forced) {
        case .ready(let ready): return [answer, ready]
        case .work(let work): return [answer, found.answer(onLoop, work)]
        case .later, .stream: return []
        }
    }

    private func compare(
        _ text: String, _ status: HTTPStatus, _ answers: [HTTPResponse],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(answers.map(\.text) == [text, text], sourceLocation: sourceLocation)
        #expect(answers.map(\.status) == [status, status], sourceLocation: sourceLocation)
    }

    @Test("The endpoint gets the parameters, on a worker, on a loop, and in work that a loop leaves")
    func parameters() throws {
        try compare("a=1", .ok, answers(Echo(route: Self.route())))
        try compare("a=1", .ok, answers(Echo(route: Self.route(), leavesWork: true)))
        try compare("q=1a=2", .ok, answers(Echo(route: Self.route()), .form("/?q=1", "a=2")))
        try compare("", .ok, answers(Echo(route: Self.route(readsParameters: false)), .get("/?a=%")))
    }

    @Test("Failures are reported by the endpoint's own table, which sees the parameters")
    func failures() throws {
        for leavesWork in [false, true] {
            let endpoint = Echo(
                route: Self.route(), error: EntitlementFailure.missingDevice, leavesWork: leavesWork)
            try compare("missingDevice 1", .badRequest, answers(endpoint))
        }
    }

    @Test("Any other error is a defect")
    func defects() throws {
        for leavesWork in [false, true] {
            let endpoint = Echo(route: Self.route(), error: Defect(), leavesWork: leavesWork)
            let answers = try answers(endpoint)
            #expect(answers.count == 2)
            for answer in answers {
                #expect(answer.status == .internalServerError && answer.text.contains(#""title":"Defect""#))
            }
        }
    }

    @Test("Unreadable parameters don't reach the endpoint; a forced failure takes precedence")
    func unread() throws {
        let endpoint = Echo(route: Self.route(), error: Defect())
        let unread = EntitlementFailure.malformedParameter("a", reason: "has a broken percent escape or isn't UTF-8")
        try compare("\(unread) 0", .badRequest, answers(endpoint, .get("/?a=%")))
        try compare("storeFull 0", .badRequest, answers(endpoint, .get("/?a=%"), forced: .storeFull))
        try compare("storeFull 1", .badRequest, answers(endpoint, forced: .storeFull))
    }

    @Test("Where the World requires TLS, a call that carries secrets is refused over plain HTTP, whatever is forced")
    func insecure() throws {
        let (secret, other) = (Echo(route: Self.route(carriesSecrets: true)), Echo(route: Self.route()))
        let policy: (inout Policy) -> Void = { $0.requiresTLS = true }
        try compare("insecureTransport 1", .badRequest, answers(secret, policy: policy))
        try compare("insecureTransport 1", .badRequest, answers(secret, forced: .storeFull, policy: policy))
        try compare("a=1", .ok, answers(secret, scheme: .https, policy: policy))
        try compare("a=1", .ok, answers(other, policy: policy))
        try compare("a=1", .ok, answers(secret))
    }

    @Test("Where the World requires TLS, a call that carries a bearer is refused over plain HTTP, whatever its route")
    func insecureBearer() throws {
        let policy: (inout Policy) -> Void = { $0.requiresTLS = true }
        let request = HTTPRequest.get("/?a=1", [.authorization: "Bearer x"])
        let endpoint = Echo(route: Self.route())
        try compare("insecureTransport 1", .badRequest, answers(endpoint, request, policy: policy))
        try compare("a=1", .ok, answers(endpoint, request, scheme: .https, policy: policy))
        try compare("a=1", .ok, answers(endpoint, request))
    }
}
