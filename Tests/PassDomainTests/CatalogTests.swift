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

    /// The catalog of a service that refuses what isn't in its catalog.
    private var refusing: Catalog {
        var catalog = catalog
        catalog.policy.unknownRequestors = .refuse
        catalog.policy.unknownMVPDs = .refuse
        return catalog
    }

    @Test("An unknown requestor is accepted or refused as the policy says")
    func unknownRequestor() throws {
        #expect(try catalog.requestor("NEW").displayName == "NEW")
        #expect(throws: EntitlementFailure.unknownRequestor("NEW")) { try refusing.requestor("NEW") }
        #expect(throws: EntitlementFailure.unknownRequestor("demo_net")) {
            try refusing.requestor("demo_net")
        }
    }

    @Test("An unknown MVPD copies the template except for its name and logo, or doesn't exist")
    func unknownMVPD() throws {
        var catalog = catalog
        catalog.mvpds[0] = MVPD(
            id: "Adobe", displayName: "Adobe TV", logoURL: "https://a.example/", style: .metaRefresh)
        catalog.mvpds[0].preauthorizationLimit = 7
        let unknown = try #require(catalog.mvpd("thr030"))
        #expect(unknown.id == "thr030" && unknown.displayName == "thr030" && unknown.logoURL == nil)
        #expect(unknown.style == .metaRefresh && unknown.preauthorizationLimit == 7)
        #expect(refusing.mvpd("thr030") == nil)
        #expect(Catalog().mvpd("thr030")?.style == .samlPost)
    }

    @Test("An MVPD is accepted, and is a temporary pass, if and only if its settings say so")
    func shortQuestions() {
        for var catalog in [catalog, refusing] {
            catalog.mvpds.append(MVPD(id: "Pass", style: .tempPass))
            for template in ["Adobe", "Pass"] as [MVPDID] {
                catalog.template = template
                for id in ["Adobe", "AcmeCable", "Pass", "NEW"] as [MVPDID] {
                    #expect(catalog.accepts(id) == (catalog.mvpd(id) != nil), "\(id)")
                    #expect(catalog.isTemporaryPass(id) == (catalog.mvpd(id)?.style == .tempPass), "\(id)")
                }
            }
        }
        #expect(catalog.accepts("NEW") && !refusing.accepts("NEW"))
    }

    @Test("A requestor with integrations has no other MVPDs, and their TTLs override the defaults")
    func integrations() throws {
        let requestor = try catalog.requestor("REF30")
        #expect(catalog.integration(requestor, "Adobe") == nil)
        let integration = try #require(catalog.integration(requestor, "AcmeCable"))
        #expect(
            integration.timesToLive == .init(authentication: .days(30), authorization: .hours(24), media: .seconds(420))
        )
        #expect(catalog.integratedMVPDs(of: requestor).map(\.id) == ["AcmeCable"])
    }
}
