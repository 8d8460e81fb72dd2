import AccessEnabler
import Testing

@testable import PassHarness

@Suite("A device's clock")
struct DeviceClockTests {
    @Test("The clock stands still until it is advanced, and alarms ring at their time, earliest first")
    func advance() {
        let clock = DeviceClock(atMillis: 1_000)
        let rings = Recorder<Int64>()
        for delay: Int64 in [30, 10, 20, 10, 50] { _ = clock.wake(afterMillis: delay) { rings.add(clock.nowMillis) } }
        #expect(clock.nowMillis == 1_000)
        #expect(clock.nextAlarmMillis == 10)
        clock.advance(byMillis: 30)
        #expect(rings.all == [1_010, 1_010, 1_020, 1_030])
        #expect(clock.nowMillis == 1_030)
        #expect(clock.pendingAlarms == 1)
    }

    @Test("An alarm that is set by another rings in the same advance when it is due by then")
    func chain() {
        let clock = DeviceClock(atMillis: 0)
        let rings = Recorder<Int64>()
        _ = clock.wake(afterMillis: 10) {
            rings.add(clock.nowMillis)
            _ = clock.wake(afterMillis: 10) { rings.add(clock.nowMillis) }
        }
        clock.advance(byMillis: 20)
        #expect(rings.all == [10, 20])
    }

    @Test("A cancelled alarm doesn't ring")
    func cancel() {
        let clock = DeviceClock(atMillis: 0)
        let rings = Recorder<Int64>()
        clock.wake(afterMillis: 10) { rings.add(1) }.cancel()
        clock.advance(byMillis: 100)
        #expect(rings.all.isEmpty)
        #expect(clock.nextAlarmMillis == nil)
    }

    @Test("A wrong time of day moves no alarm")
    func skew() {
        let clock = DeviceClock(atMillis: 1_000)
        let rings = Recorder<Int64>()
        _ = clock.wake(afterMillis: 10) { rings.add(clock.nowMillis) }
        clock.skewMillis = 172_800_000
        #expect(clock.nowMillis == 172_801_000)
        clock.advance(byMillis: 9)
        #expect(rings.all.isEmpty)
        clock.advance(byMillis: 1)
        #expect(rings.all == [172_801_010])
    }
}
