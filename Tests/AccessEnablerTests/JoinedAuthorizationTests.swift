import PassCore
import Testing

@testable import AccessEnabler

@Suite("Authorizing a resource twice at once")
struct JoinedAuthorizationTests {
    @Test("Calls for the same resource wait for one answer, calls with other data ask by themselves")
    func joined() throws {
        var bench = try MachineBench.signedIn()
        bench.call(.checkAuthorization(ResourceRequest(resource: "r")))
        bench.call(.checkAuthorization(ResourceRequest(resource: "r")))
        bench.call(.checkAuthorization(ResourceRequest(resource: "r", data: ["k": "v"])))
        #expect(bench.pending.map { $0.request.url.hasSuffix("authorizeDevice") } == [true, true])
        try bench.answer("authorizeDevice", AuthorizationTests.answer("r"))
        #expect(bench.pending.filter { $0.request.url.hasSuffix("deviceShortAuthorize") }.count == 2)
        for _ in 0..<2 {
            #expect(try bench.answer("deviceShortAuthorize", AuthorizationTests.media).count == 1)
        }
        // The answer was for those two; the next call asks again once the token is gone.
        bench.store.shared.partitions["c0ffee"]?.requestors["REF"]?.providers["M1"]?.authorizations = [:]
        bench.call(.checkAuthorization(ResourceRequest(resource: "r")))
        #expect(bench.pending.filter { $0.request.url.hasSuffix("authorizeDevice") }.count == 2)
    }
}
