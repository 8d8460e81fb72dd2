import AccessEnablerOpenSSL
import Testing

@testable import AccessEnabler

@Suite("Preauthorization")
struct PreauthorizationTests {
    static let answer =
        "<resources><resource><id>R1</id><authorized>true</authorized></resource>"
        + "<resource><id>r2</id><authorized>false</authorized></resource></resources>"

    private func loggedIn() throws -> MachineBench {
        var bench = try MachineBench.configured()
        bench.logIn()
        return bench
    }

    private func list(_ resources: [String]?, usesCache: Bool = true) -> EntitlementCall {
        .checkPreauthorizedResources(resources, usesCache: usesCache)
    }

    private func allowed(_ resources: [String]) -> [AccessEnablerEvent] { [.preauthorizedResources(resources)] }

    @Test("The service is asked once, and its answer is returned with the app's spelling")
    func asked() throws {
        var bench = try loggedIn()
        #expect(bench.call(list(["r2", "r1"])).isEmpty)
        let request = try #require(bench.pending.first).request
        let body = String(decoding: request.body, as: UTF8.self)
        #expect(body.hasPrefix("authentication_token=%3CsignatureInfo%3E"))
        #expect(body.hasSuffix("&requestor_id=REF&resource_id=r2&resource_id=r1"))
        #expect(try bench.answer("preauthorize", Self.answer) == allowed(["r1"]))
    }

    @Test("The last answer serves for the same resources in any order, and for no others")
    func cached() throws {
        var bench = try loggedIn()
        bench.call(list(["r1", "r2"]))
        try bench.answer("preauthorize", Self.answer)
        #expect(bench.call(list(["r2", "r1"])) == allowed(["r1"]))
        #expect(bench.pending.isEmpty)
        for call in [list(["r1", "r2"], usesCache: false), list(["r1"]), list(["r1", "r2", "r3"])] {
            #expect(bench.call(call).isEmpty)
        }
        #expect(bench.pending.count == 3)
    }

    @Test("Without resources or login nothing is allowed, and no request is sent")
    func nothing() throws {
        var bench = try loggedIn()
        #expect(bench.call(list(nil)) == allowed([]))
        #expect(bench.call(list([])) == allowed([]))
        var anonymous = try MachineBench.configured()
        #expect(anonymous.call(list(["r1"])) == allowed([]))
        #expect(bench.pending.isEmpty && anonymous.pending.isEmpty)
    }

    @Test(
        "Too many resources, and an answer that can't be read, allow nothing and are reported as P100",
        arguments: [(403, "<resources></resources>"), (200, "<html>"), (200, "<resources><resource/></resources>")])
    func failed(status: Int, body: String) throws {
        var bench = try loggedIn()
        bench.call(list(["r1"]))
        let events = try bench.answer("preauthorize", status: status, body)
        #expect(events == allowed([]) + [.status(AdvancedStatus(id: "P100", level: .error))])
    }

    @Test("The channel line-up of the authN token replaces the request")
    func lineUp() throws {
        var bench = try loggedIn()
        bench.inStore { context in
            context.update("M1") {
                $0.authentication?.text = MachineBench.authenticationToken("REF", "M1").replacing(
                    "</simpleAuthenticationToken>",
                    with: #"<simpleAuthorizedResources><simpleAuthorizedResource simpleResourceID="TNT"/>"#
                        + "</simpleAuthorizedResources></simpleAuthenticationToken>")
            }
        }
        #expect(bench.call(list(["tnt", "x"], usesCache: false)) == allowed(["tnt"]))
        #expect(try preauthorize(&bench, ["TNT"]).0.decisions == [.init(id: "TNT", authorized: true)])
        #expect(bench.pending.isEmpty)
    }

    @Test("Answers come in the order of the calls, whichever the service answers first")
    func ordered() throws {
        var bench = try loggedIn()
        bench.call(list(["a"]))
        #expect(bench.call(list(["b"])).isEmpty)
        #expect(bench.call(list(nil)).isEmpty)
        let second = bench.pending[1].id
        let body = "<resources><resource><id>ID</id><authorized>true</authorized></resource></resources>"
        let answer = TransportResponse(status: 200, body: Array(body.replacing("ID", with: "b").utf8))
        bench.give(.answered(second, .response(answer)))
        #expect(bench.events.isEmpty)
        let events = try bench.answer("preauthorize", body.replacing("ID", with: "a"))
        #expect(events == allowed(["a"]) + allowed(["b"]) + allowed([]))
    }

    // MARK: preauthorize

    private func preauthorize(
        _ bench: inout MachineBench, _ resources: [String] = ["r1", "r2"],
        without features: Set<PreauthorizeRequest.Feature> = []
    ) throws -> (PreauthorizeResponse, isFailure: Bool) {
        ask(&bench, resources, without: features)
        return try #require(told(bench))
    }

    private func ask(
        _ bench: inout MachineBench, _ resources: [String] = ["r1", "r2"],
        without features: Set<PreauthorizeRequest.Feature> = []
    ) {
        let request = PreauthorizeRequest.Builder().setResources(resources).disableFeatures(features).build()
        bench.call(.preauthorize(request, CompletionID(number: 1)))
    }

    private func told(_ bench: MachineBench) -> (PreauthorizeResponse, isFailure: Bool)? {
        for case .preauthorized(_, let response, let isFailure) in bench.effects { return (response, isFailure) }
        return nil
    }

    private func failureCode(_ bench: MachineBench) throws -> String? {
        let (response, isFailure) = try #require(told(bench))
        #expect(isFailure && response.decisions.isEmpty && response.status?.status == 0)
        return response.status?.code
    }

    static let explained = """
        {"resources":[{"id":"r1","authorized":true},{"id":"r2","authorized":false,"error":{"status":403,\
        "code":"authorization_denied_by_mvpd","message":"No.","action":"none"}}]}
        """

    @Test("Each resource gets a decision, with the reason if the service gives one", arguments: [answer, explained])
    func decisions(body: String) throws {
        var bench = try loggedIn()
        ask(&bench)
        let fields = try #require(bench.pending.first).request.fields
        #expect(fields["Accept"] == "application/json")
        #expect(fields["Cache-Control"] == nil)
        try bench.answer("preauthorize", body)
        let (response, isFailure) = try #require(told(bench))
        #expect(!isFailure && response.status == nil)
        let error = PreauthorizeResponse.Status(
            status: 403, code: "authorization_denied_by_mvpd", message: "No.", action: "none")
        #expect(
            response.decisions == [
                .init(id: "r1", authorized: true),
                .init(id: "r2", authorized: false, error: body == Self.answer ? nil : error),
            ])
        #expect(try preauthorize(&bench, ["r2", "r1"]).0.decisions == response.decisions.reversed())
        #expect(bench.pending.isEmpty)
    }

    @Test("Each cache can be bypassed")
    func withoutCaches() throws {
        var bench = try loggedIn()
        ask(&bench)
        try bench.answer("preauthorize", Self.answer)
        ask(&bench, without: [.LOCAL_CACHE, .REMOTE_CACHE])
        #expect(try #require(bench.pending.first).request.fields["Cache-Control"] == "no-cache")
    }

    @Test("A preauthorization fails without a configuration, without a login, and with an expired one")
    func notReady() throws {
        var bench = MachineBench()
        ask(&bench)
        #expect(try failureCode(bench) == "requestor_not_configured")
        #expect(told(bench)?.0.status?.action == "retry")
        bench = try MachineBench.configured()
        ask(&bench)
        #expect(try failureCode(bench) == "authentication_session_missing")
        bench.logIn(expires: MachineBench.earlier)
        ask(&bench)
        #expect(try failureCode(bench) == "authentication_session_expired")
    }

    @Test("An error of the service is an answer; no answer, no access and garbage are failures")
    func errors() throws {
        var bench = try loggedIn()
        ask(&bench)
        let body = #"{"status":400,"code":"missing_resource","message":"None.","action":"none"}"#
        try bench.answer("preauthorize", status: 400, body)
        #expect(told(bench)?.isFailure == false)
        #expect(
            told(bench)?.0
                == PreauthorizeResponse(
                    status: .init(status: 400, code: "missing_resource", message: "None.", action: "none")))
        ask(&bench)
        try bench.answer("preauthorize", status: 400, "The parameter resource_id is missing.")
        #expect(told(bench)?.0.status?.status == 400)
        ask(&bench)
        try bench.answer("preauthorize", status: 403, "<resources></resources>")
        #expect(told(bench)?.0.status?.code == "too_many_resources")
        ask(&bench)
        try bench.answer("preauthorize", status: 403, #"{"resources":[]}"#)
        #expect(told(bench)?.0.status?.code == "too_many_resources")
        ask(&bench)
        try bench.answer("preauthorize", "Hello.")
        #expect(try failureCode(bench) == "server_response_format_unknown")
        ask(&bench)
        try bench.answer("preauthorize", with: .failed(.untrusted("self-signed")))
        #expect(try failureCode(bench) == "network_error")
        #expect(bench.statusIDs == ["SEC420"])
        ask(&bench)
        try bench.answer("preauthorize", with: .refused(.noAccessToken))
        #expect(try failureCode(bench) == "access_token_unavailable")
    }

    @Test("A request can be built twice and reused")
    func builder() {
        let builder = PreauthorizeRequest.Builder().setResources(["a"]).disableFeatures([.LOCAL_CACHE])
        let first = builder.build()
        #expect(first == builder.build())
        builder.setResources(["b"])
        #expect(first.resources == ["a"])
        #expect(builder.build().resources == ["b"])
    }
}
