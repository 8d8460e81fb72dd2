import PassDomain
import PassEndpointKit
import PassHTTP
import Testing

@Suite("Router")
struct RouterTests {
    /// An endpoint of which only the name and the route count.
    private struct Named: Endpoint {
        let name: String
        let route: Route
        let failures: any FailureTable = NoFailures()

        init(_ name: String, _ pattern: String, _ methods: [HTTPMethod] = [.get]) {
            self.init(name, Route(.showLanding, methods, pattern, on: .loop))
        }

        init(_ name: String, _ route: Route) {
            self.name = name
            self.route = route
        }

        func respond(to exchange: Exchange) -> HTTPResponse { HTTPResponse(.ok, text: name) }
    }

    private struct NoFailures: FailureTable {
        func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse {
            HTTPResponse(.badRequest)
        }
    }

    private struct Family: EndpointFamily {
        let endpoints: [any Endpoint]
        let manners: Manners

        init(_ endpoints: [Named], _ manners: Manners = .talkative) {
            self.endpoints = endpoints
            self.manners = manners
        }
    }

    private let router = Router([
        Family([
            Named("Root", "/"),
            Named("Literal", "/items/best"),
            Named("Captured", "/items/{item}", [.get, .delete]),
            Named("Posted", "/items/best", [.post]),
        ]),
        Family([
            Named("Deep", "/items/{item}/parts/{part}"),
            Named("Optional", Route(.showLanding, [.post], "/service[/1.0]/call[/extra]", "/other", on: .loop)),
            Named("Formatted", Route(.showLanding, [.get], "/config/{requestor}", on: .loop, takesFormatSuffix: true)),
            Named("Operators", "/_sim/state"),
        ]),
    ])

    /// The name of the endpoint that was found and what its path captured, or what was found instead.
    private func find(_ path: String, _ method: HTTPMethod = .get, captures names: String...) -> String {
        switch router.match(method, path) {
        case .found(let found, let captures):
            let values = names.map { " \($0)=\(captures[$0] ?? "none")" }.joined()
            return Self.name(of: found) + values + (captures.format.map { " as \($0)" } ?? "")
        case .wrongMethod(let methods, let other):
            let audience = other.route.audience
            return "\(audience) may " + methods.map(\.rawValue).joined(separator: " ")
        case .notFound: return "nothing"
        }
    }

    private static func name(of found: RoutedEndpoint) -> String { (found.endpoint as? Named)?.name ?? "" }

    private static func name(of match: Router.Match) -> String? {
        if case .found(let found, _) = match { name(of: found) } else { nil }
    }

    @Test("A literal segment takes precedence over a capture, and one method's endpoint doesn't hide another's")
    func precedence() {
        #expect(find("/items/best") == "Literal")
        #expect(find("/items/best", .post) == "Posted")
        #expect(find("/items/other", captures: "item") == "Captured item=other")
        #expect(find("/items/other", .delete, captures: "item") == "Captured item=other")
        #expect(find("/items/a/parts/b", captures: "item", "part", "none") == "Deep item=a part=b none=none")
    }

    @Test("Literal segments of the same length and prefix are distinguished, and so are those of different length")
    func similarLiterals() {
        let names = ["b", "bb", "profiles", "profiled", "profiles1", "profiles2", "profiles-of-a", "profiles-of-b"]
        let router = Router([Family(names.map { Named($0, "/{item}/\($0)") })])
        for name in names { #expect(Self.name(of: router.match(.get, "/a/\(name)")) == name) }
        for path in ["/a/profile", "/a/profiles3", "/a/profiles-of-c", "/a/profiles-of", "/a/B"] {
            #expect(router.match(.get, path).route == nil, "\(path)")
        }
    }

    @Test("Optional parts and further patterns lead to the same operation")
    func optional() {
        for path in ["/service/call", "/service/1.0/call", "/service/call/extra", "/service/1.0/call/extra", "/other"] {
            #expect(find(path, .post) == "Optional")
        }
        for path in ["/service/2.0/call", "/service/1.0", "/service[/1.0]/call", "/call"] {
            #expect(find(path, .post) == "nothing")
        }
    }

    @Test("Repeated slashes and a slash at the end are ignored; upper and lower case differ")
    func slashes() {
        for path in ["//items/best", "/items//best/", "/items/best/"] { #expect(find(path) == "Literal") }
        #expect(find("//service///call//", .post) == "Optional")
        #expect(find("/") == "Root" && find("///") == "Root" && find("") == "Root")
        #expect(find("/Items/best") == "nothing")
    }

    @Test("Segments are decoded after the path is split; a broken escape finds nothing")
    func escapes() {
        #expect(find("/items/b%65st") == "Literal")
        #expect(find("/items/a%2Fparts%2Fb", captures: "item") == "Captured item=a/parts/b")
        #expect(find("/items/%C3%A4", captures: "item") == "Captured item=ä")
        for path in ["/items/%", "/items/%4", "/items/%GG", "/items/%FF"] { #expect(find(path) == "nothing") }
    }

    @Test("A broken escape is captured where the family allows it, and equals no literal")
    func brokenCaptures() {
        let router = Router([
            Family([Named("Captured", "/items/{item}"), Named("Deep", "/items/{item}/parts/{part}")], .terse),
            Family([Named("Other", "/others/{item}")]),
        ])
        for path in ["/items/%", "/items/%4", "/items/%GG", "/items/%FF", "/items/%FF.json"] {
            guard case .found(let found, let captures) = router.match(.get, path) else {
                Issue.record("\(path) leads nowhere")
                continue
            }
            #expect(Self.name(of: found) == "Captured" && captures.isBroken && captures["item"] == nil, "\(path)")
        }
        for path in ["/%FF", "/%FF/a", "/items/a/%FF/b", "/others/%FF"] {
            #expect(router.match(.get, path).route == nil, "\(path)")
        }
        if case .notFound = router.match(.delete, "/others/%FF") {} else { Issue.record("a method is named") }
        if case .found(_, let captures) = router.match(.get, "/items/a/parts/%FF") {
            #expect(captures["item"] == "a" && captures["part"] == nil)
        }
    }

    @Test("A format suffix is removed if the operation supports one, and otherwise part of the name")
    func formats() {
        #expect(find("/config/REF30.json", captures: "requestor") == "Formatted requestor=REF30 as json")
        #expect(find("/config/REF30.xml", captures: "requestor") == "Formatted requestor=REF30 as xml")
        #expect(find("/config/REF30.txt", captures: "requestor") == "Formatted requestor=REF30.txt")
        #expect(find("/config/a.xml.json", captures: "requestor") == "Formatted requestor=a.xml as json")
        #expect(find("/config/R%2030.json", captures: "requestor") == "Formatted requestor=R 30 as json")
        #expect(find("/config/R%2030%2Exml", captures: "requestor") == "Formatted requestor=R 30 as xml")
        #expect(find("/config/.json", captures: "requestor") == "Formatted requestor= as json")
        #expect(find("/items/a.json", captures: "item") == "Captured item=a.json")
    }

    @Test(
        "A wrong method is answered with the path's methods, HEAD after GET and OPTIONS last, and the path's audience")
    func wrongMethod() {
        #expect(find("/items/other", .post) == "clients may GET HEAD DELETE OPTIONS")
        #expect(find("/items/best", .delete) == "clients may GET HEAD POST OPTIONS")
        #expect(find("/other", .get) == "clients may POST OPTIONS")
        #expect(find("/_sim/state", .post) == "operators may GET HEAD OPTIONS")
        #expect(find("/items", .post) == "nothing")
    }

    @Test("HEAD finds what GET finds, and nothing where only POST is served")
    func head() {
        #expect(find("/items/best", .head) == "Literal")
        #expect(find("/items/other", .head, captures: "item") == "Captured item=other")
        #expect(find("/other", .head) == "clients may POST OPTIONS")
    }

    @Test("The query of a request doesn't affect the route")
    func requests() {
        let match = router.match(HTTPRequest(target: "/items/best?item=/other"))
        #expect(Self.name(of: match) == "Literal")
        #expect(router.match(HTTPRequest(method: .post, target: "/none?/other")).route == nil)
    }

    @Test("A path has exactly the segments of its route, however many those are")
    func longPaths() {
        func path(_ count: Int, _ segment: (Int) -> String) -> String {
            (0..<count).map { "/" + segment($0) }.joined()
        }
        let router = Router([Family([3, 40].map { count in Named("Long\(count)", path(count) { "{s\($0)}" }) })])
        for count in [3, 40] { #expect(Self.name(of: router.match(.get, path(count) { "\($0)" })) == "Long\(count)") }
        for count in [2, 4, 39, 41, 10_000] { #expect(router.match(.get, path(count) { "\($0)" }).route == nil) }
    }

    @Test("Each of a thousand paths finds its own endpoint, and none finds another's")
    func manyPaths() {
        let router = Router([Family((0..<1000).map { Named("\($0)", "/a/\($0)") })])
        for number in 0..<1000 { #expect(Self.name(of: router.match(.get, "/a/\(number)")) == "\(number)") }
        for path in ["/a/1000", "/a/-1", "/a/01", "/b/1", "/a"] { #expect(router.match(.get, path).route == nil) }
    }
}
