import PassCore
import PassDomain
import Testing

@Suite("The addresses that a throttle knows")
struct RequestThrottleTests {
    private let rule = Policy.Throttle(requestsPerSecond: 1, burst: 10)
    private let start = Timestamp(seconds: 1_767_225_600)

    @Test("Each address has its own allowance, and many addresses don't exhaust the memory")
    func addresses() {
        let throttle = RequestThrottle(capacity: 100)
        let admitted = (0..<20).count { _ in throttle.admits("192.0.2.1", rule, now: start) }
        #expect(admitted == 11)
        #expect(throttle.admits("192.0.2.2", rule, now: start))
        for number in 0..<1000 {
            #expect(throttle.admits("flood-\(number)", rule, now: start))
            #expect(throttle.count <= 100)
        }
    }

    @Test("At the bound, those that have been silent are forgotten first")
    func forgetting() {
        let throttle = RequestThrottle(capacity: 10)
        for number in 0..<9 { #expect(throttle.admits("silent-\(number)", rule, now: start)) }
        let later = start + .minutes(10)
        for _ in 0..<20 { _ = throttle.admits("busy", rule, now: later) }
        #expect(throttle.admits("new", rule, now: later))
        #expect(!throttle.admits("busy", rule, now: later))
        #expect(throttle.count == 2)
    }
}
