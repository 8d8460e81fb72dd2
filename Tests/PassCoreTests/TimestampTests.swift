import PassCore
import Testing

@Suite("Instants and durations")
struct TimestampTests {
    @Test("Every difference, sum and rounding of extreme instants has a result", arguments: [Int64.min, -1, 0, .max])
    func extremes(millis: Int64) {
        let instant = Timestamp(milliseconds: millis)
        for other in [Int64.min, .min + 1, -1, 0, 1, .max] {
            let timeToLive = TimeToLive(milliseconds: other)
            let difference = instant - Timestamp(milliseconds: other)
            #expect((difference.milliseconds > 0) == (millis > other))
            // There is nothing before the first instant.
            #expect((instant + timeToLive < instant) == (other < 0 && millis > .min))
            #expect((instant - timeToLive < instant) == (other > 0 && millis > .min))
        }
        #expect((instant.wholeSecond < instant) == (millis == -1 || millis == .max))
    }

    @Test("Seconds are rounded towards the past", arguments: [(-1, -1), (-1000, -1), (-1001, -2), (999, 0), (1000, 1)])
    func seconds(millis: Int64, seconds: Int64) {
        #expect(Timestamp(milliseconds: millis).seconds == seconds)
    }
}
