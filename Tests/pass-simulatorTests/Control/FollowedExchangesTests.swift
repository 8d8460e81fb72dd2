import PassCore
import Testing

@testable import PassHarness
@testable import pass_simulator

@Suite("A followed journal")
struct FollowedExchangesTests {
    @Test("Each exchange is shown once, when it is complete") func once() {
        var followed = FollowedExchanges()
        #expect(ids(followed.take([exchange("a"), exchange("b", inFlight: true), exchange("c")])) == ["a", "c"])
        #expect(followed.last == "a")
        #expect(ids(followed.take([exchange("b", inFlight: true), exchange("c")])) == [])
        #expect(ids(followed.take([exchange("b"), exchange("c"), exchange("d")])) == ["b", "d"])
        #expect(followed.last == "d")
        #expect(ids(followed.take([])) == [] && followed.last == "d")
    }

    private func exchange(_ id: String, inFlight: Bool = false) -> JournalExchange {
        JournalExchange(
            .object(["id": .string(id), "state": .string(inFlight ? "inFlight" : "complete")]))
    }

    private func ids(_ exchanges: [JournalExchange]) -> [String] { exchanges.map(\.id) }
}
