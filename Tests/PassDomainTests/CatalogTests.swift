import PassCore
import PassDomain
import Testing

@Suite("Catalog")
struct CatalogTests {
    private let catalog = Catalog(
        requestors: [
            "DEMO_NET": Requestor(id: "DEMO_NET"),
            "REF30": Requestor(id: "REF30", integrations: ["AcmeCable": .init(media: .seconds(420))]),
        ],
        mvpds: [MVPD(id: "Adobe"), MVPD(id: "AcmeCable", style: .samlRedirect)])

    private func policy(_ unknown: Policy.Unknown) -> Policy {
        var policy = Policy()
        policy.unknownRequestors = unknown
        policy.unknownMVPDs = unknown
        return policy
    }

    @Test("An unknown requestor is taken or refused as the policy says")
    func unknownRequestor() throws {
        #expect(try catalog.requestor("NEW", policy(.accept)).displayName == "NEW")
        #expect(throws: EntitlementFailure.unknownRequestor("NEW")) { try catalog.requestor("NEW", policy(.refuse)) }
        #expect(throws: EntitlementFailure.unknownRequestor("demo_net")) {
            try catalog.requestor("demo_net", policy(.refuse))
        }
    }

    @Test("An unknown MVPD is the template but for its name and logo, or there is none")
    func unknownMVPD() throws {
        var catalog = catalog
        catalog.mvpds[0] = MVPD(
            id: "Adobe", displayName: "Adobe TV", logoURL: "https://a.example/", style: .metaRefresh)
        catalog.mvpds[0].pages = .twoPages
        let unknown = try #require(catalog.mvpd("thr030", policy(.accept)))
        #expect(unknown.id == "thr030" && unknown.displayName == "thr030" && unknown.logoURL == nil)
        #expect(unknown.style == .metaRefresh && unknown.pages == .twoPages)
        #expect(catalog.mvpd("thr030", policy(.refuse)) == nil)
        #expect(Catalog().mvpd("thr030", policy(.accept))?.style == .samlPost)
    }

    @Test("A requestor with integrations has no other MVPDs, and their lives override the defaults")
    func integrations() throws {
        let requestor = try catalog.requestor("REF30", policy(.accept))
        #expect(catalog.integration(requestor, "Adobe", policy(.accept)) == nil)
        let integration = try #require(catalog.integration(requestor, "AcmeCable", policy(.accept)))
        #expect(
            integration.timesToLive == .init(authentication: .days(30), authorization: .hours(24), media: .seconds(420))
        )
        #expect(catalog.integratedMVPDs(of: requestor).map(\.id) == ["AcmeCable"])
    }
}
