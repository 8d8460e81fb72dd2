import PassCore
import PassCrypto
import PassDomain
import PassMVPD
import PassStore
import Testing

@Suite("Resources that MVPDs let subscribers watch")
struct SimulatedMVPDsTests {
    private let connector = SimulatedMVPDs(
        .demo, catalog: .demo, identifiers: SeededIdentifierSource(seed: 1),
        stores: .init(sessions: MemoryStore(capacity: 1), grants: MemoryStore(capacity: 1)),
        sealer: Sealer(secret: [UInt8](repeating: 7, count: 32)))

    private func decide(_ subscriber: SubscriberID, _ resource: String, at mvpd: MVPDID = "Adobe") -> EntitlementVerdict
    {
        connector.decide(
            EntitlementQuestion(
                subscriber: subscriber, mvpd: mvpd, requestor: "TEST_REQUESTOR", resource: Resource(resource)))
    }

    @Test("The subscriber's entitlement decides")
    func entitlement() {
        #expect(decide("user", "TEST_RESOURCE") == EntitlementVerdict())
        #expect(decide("denied", "TEST_RESOURCE").denial == Denial(.noAuthZ, "Not in your package."))
    }

    @Test(
        "A magic resource gets the same answer for every subscriber",
        arguments: [
            ("deny:x", Denial.notSubscribed), ("network:x", .providerUnreachable), ("fraud:x", .repeatedDenials),
            ("invalid:x", .invalidResource), ("deny:", .notSubscribed),
        ])
    func magic(_ resource: String, _ denial: Denial) {
        #expect(decide("user", resource) == EntitlementVerdict(denial: denial))
        #expect(decide("anybody", resource, at: "TempPass") == EntitlementVerdict(denial: denial))
    }

    @Test("A slow resource takes three seconds and changes no answer")
    func slow() {
        #expect(decide("user", "slow:x") == EntitlementVerdict(delayMilliseconds: 3000))
        #expect(decide("denied", "slow:x").denial?.code == .noAuthZ)
    }

    @Test("Only an exact magic name has an effect, not text that contains it", arguments: ["Deny:x", "xdeny:", "deny"])
    func ordinary(_ resource: String) {
        #expect(decide("user", resource).denial == nil)
        let item = Resource(text: "<rss>deny:</rss>", name: "guid-1", isMRSS: true)
        let question = EntitlementQuestion(subscriber: "user", mvpd: "Adobe", requestor: "R", resource: item)
        #expect(connector.decide(question).denial == nil)
    }

    @Test("A subscriber unknown to all providers is denied, but any user may have a temporary pass")
    func unknown() {
        #expect(decide("stranger", "TEST_RESOURCE").denial?.code == .noAuthZ)
        #expect(decide("stranger", "TEST_RESOURCE", at: "TempPass").denial == nil)
        #expect(connector.subscriber("stranger", at: "Adobe") == nil)
        #expect(connector.subscriber("user", at: "Adobe")?.metadata.isEmpty == false)
    }
}
