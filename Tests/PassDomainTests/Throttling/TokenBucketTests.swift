import PassCore
import PassDomain
import Testing

@Suite("Throttling")
struct TokenBucketTests {
    private let rule = Policy.Throttle(requestsPerSecond: 1, burst: 10)
    private let start = Timestamp(seconds: 1_767_225_600)

    /// Somebody with a bucket.
    private final class Client {
        var rule: Policy.Throttle
        private var bucket: TokenBucket

        init(_ rule: Policy.Throttle, now: Timestamp) {
            self.rule = rule
            bucket = TokenBucket(rule, now: now)
        }

        func ask(at now: Timestamp) -> Bool { bucket.take(rule, now: now) }

        /// How many of a hundred requests at one instant are let through.
        func burst(at now: Timestamp) -> Int { (0..<100).count { _ in ask(at: now) } }

        func isRested(at now: Timestamp) -> Bool { bucket.isFull(rule, now: now) }
    }

    @Test("A rested address may make its burst at once and nothing more")
    func full() {
        let client = Client(rule, now: start)
        #expect(client.burst(at: start) == 10)
        #expect(!client.ask(at: start))
    }

    @Test("Requests come back to the millisecond", arguments: [1, 3, 7, 1000, 1_000_000])
    func refill(_ rate: Int) {
        let rule = Policy.Throttle(requestsPerSecond: rate, burst: 1)
        let wait = Int64((1000 + rate - 1) / rate)
        let client = Client(rule, now: start)
        #expect(client.ask(at: start))
        if wait > 1 { #expect(!client.ask(at: start + TimeToLive(milliseconds: wait - 1))) }
        #expect(client.ask(at: start + TimeToLive(milliseconds: wait)))
    }

    @Test("Being refused costs nothing, and nothing is lost between two looks")
    func refusals() {
        let client = Client(rule, now: start)
        #expect(client.burst(at: start) == 10)
        var admitted = 0
        for millisecond in 1...5000 where client.ask(at: start + TimeToLive(milliseconds: Int64(millisecond))) {
            #expect(millisecond.isMultiple(of: 1000))
            admitted += 1
        }
        #expect(admitted == 5)
    }

    @Test("A long rest fills no more than the burst")
    func rest() {
        let client = Client(rule, now: start)
        #expect(client.burst(at: start) == 10)
        #expect(client.isRested(at: start + .seconds(10)))
        #expect(!client.isRested(at: start + TimeToLive(milliseconds: 9999)))
        #expect(client.burst(at: start + .days(365_000)) == 10)
        #expect(client.burst(at: Timestamp(milliseconds: .max)) == 10)
    }

    @Test("A clock that is set back locks nobody out")
    func setBack() {
        let client = Client(rule, now: start)
        #expect(client.burst(at: start) == 10)
        let earlier = start - .days(3650)
        #expect(!client.ask(at: earlier))
        #expect(client.ask(at: earlier + .seconds(1)))
        #expect(client.burst(at: earlier + .seconds(11)) == 10)
    }

    @Test("A smaller burst holds at once for buckets that were fuller")
    func changedRule() {
        let client = Client(rule, now: start)
        client.rule = Policy.Throttle(requestsPerSecond: 1, burst: 2)
        #expect(client.burst(at: start) == 2)
    }

    @Test("Each address has a bucket of its own, and a flood of addresses fills no memory")
    func addresses() {
        let throttle = RequestThrottle(capacity: 100)
        let admitted = (0..<20).count { _ in throttle.admits("192.0.2.1", rule, now: start) }
        #expect(admitted == 10)
        #expect(throttle.admits("192.0.2.2", rule, now: start))
        for number in 0..<1000 {
            #expect(throttle.admits("flood-\(number)", rule, now: start))
            #expect(throttle.count <= 100)
        }
    }

    @Test("At the bound, those that have rested are forgotten first")
    func forgetting() {
        let throttle = RequestThrottle(capacity: 10)
        for number in 0..<9 { #expect(throttle.admits("rested-\(number)", rule, now: start)) }
        let later = start + .seconds(5)
        for _ in 0..<20 { _ = throttle.admits("busy", rule, now: later) }
        #expect(throttle.admits("new", rule, now: later))
        #expect(!throttle.admits("busy", rule, now: later))
        #expect(throttle.count == 2)
    }
}
