import PassCore
import PassSimulator

extension Stage {
    /// The instant so many seconds from now, as tokens write it: `2031/06/13 08:30:00 GMT +0000`.
    ///
    /// - Throws: `ScenarioSkip` against a backend whose clock isn't ours.
    func expiryText(inSeconds seconds: Int64) throws -> String {
        let time = CivilTime(Timestamp(milliseconds: try world.nowMillis + seconds * 1_000))
        let day = [time.year, time.month, time.day].map { CivilTime.padded($0) }.joined(separator: "/")
        let clock = [time.hour, time.minute, time.second].map { CivilTime.padded($0) }.joined(separator: ":")
        return "\(day) \(clock) GMT +0000"
    }
}
