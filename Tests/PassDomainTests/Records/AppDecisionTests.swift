import PassCore
import PassDomain
import Testing

@Suite("Stored decisions")
struct AppDecisionTests {
    @Test("Keys are equal if all their parts are")
    func equality() {
        func key(
            session: SessionID = "s", requestor: RequestorID = "r", mvpd: MVPDID = "m", resource: String = "a"
        ) -> AppDecision.Key {
            AppDecision.Key(session: session, requestor: requestor, mvpd: mvpd, resource: .init(resource))
        }
        #expect(key() == key())
        #expect(Set([key(), key()]).count == 1)
        for other in [key(session: "t"), key(requestor: "q"), key(mvpd: "n"), key(resource: "b")] {
            #expect(other != key())
        }
    }
}
