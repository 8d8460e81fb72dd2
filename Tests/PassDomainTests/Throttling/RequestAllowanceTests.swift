import PassCore
import PassDomain
import Testing

@Suite("Throttling")
struct RequestAllowanceTests {
    private let rule = Policy.Throttle(requestsPerSecond: 1, burst: 10)
    private let start = Timestamp(seconds: 1_767_225_600)

    /// An address and what it has left.
    private final class Client {
        private let rule: Policy.Throttle
        private var allowance: RequestAllowance

        init(_ rule: Policy.Throttle, now: Timestamp) {
            self.rule = rule
            allowance = RequestAllowance(now: now)
        }

        func ask(at now: Timestamp) -> Bool { allowance.take(rule, now: now) }

        /// How many of a hundred requests at one instant are let through.
        func burst(at now: Timestamp) -> Int { (0..<100).count { _ in ask(at: now) } }
    }

    @Test("The vendor's timeline: three of seventeen requests in 3.1 seconds are refused")
    func timeline() {
        let tenths: [Int64] = [0, 3, 6, 9, 12, 13, 14, 15, 16, 17, 18, 21, 22, 24, 26, 28, 31]
        let client = Client(rule, now: start)
        let refused = tenths.filter { !client.ask(at: start + TimeToLive(milliseconds: 100 * $0)) }
        #expect(refused == [24, 26, 28])
    }

    @Test("A new address may send its burst and its request of that second at once, and nothing more")
    func full() {
        let client = Client(rule, now: start)
        #expect(client.burst(at: start) == 11)
        #expect(!client.ask(at: start + TimeToLive(milliseconds: 999)))
        #expect(client.burst(at: start + .seconds(1)) == 1)
    }

    @Test("The burst isn't restored while the address keeps sending")
    func once() {
        let client = Client(rule, now: start)
        #expect(client.burst(at: start) == 11)
        for second in 1...1000 { #expect(client.burst(at: start + .seconds(Int64(second))) == 1) }
        #expect(client.burst(at: start + .seconds(1000) + TimeToLive(milliseconds: 1)) == 0)
    }

    @Test("Each second gives as many requests as the rule says", arguments: [1, 3, 1000])
    func rate(_ rate: Int) {
        let client = Client(Policy.Throttle(requestsPerSecond: rate, burst: 0), now: start)
        for second in 0..<3 {
            let instant = start + .seconds(Int64(second))
            #expect((0...rate).map { _ in client.ask(at: instant) } == Array(repeating: true, count: rate) + [false])
        }
    }

    @Test("After ten minutes of silence an address is treated as new")
    func silence() {
        let client = Client(rule, now: start)
        #expect(client.burst(at: start) == 11)
        #expect(client.burst(at: start + .seconds(599)) == 1)
        #expect(client.burst(at: start + .seconds(1198)) == 1)
        #expect(client.burst(at: start + .seconds(1798)) == 11)
        #expect(client.burst(at: Timestamp(milliseconds: .max)) == 11)
    }

    @Test("A clock that is set back begins a new second, with its free request")
    func setBack() {
        let client = Client(rule, now: start)
        #expect(client.burst(at: start) == 11)
        let earlier = start - .days(3650)
        #expect(client.ask(at: earlier))
        #expect(!client.ask(at: Timestamp(milliseconds: earlier.milliseconds + 999)))
        #expect(client.ask(at: earlier + .seconds(1)))
    }
}
