package import PassCore

/// The two date formats of tokens (legacy protocol, "Dates").
package enum TokenDate {
    /// `2031/05/14 08:30:00 GMT +0000`, the form of `simpleTokenExpires` and `simpleTokenTTL`.
    ///
    /// - Parameter offsetMinutes: the zone in which the instant is told; `-420` gives `… 01:30:00 GMT -0700`.
    package static func proofDate(_ instant: Timestamp, offsetMinutes: Int = 0) -> String {
        let time = CivilTime(instant, offsetMinutes: offsetMinutes)
        return "\(day(time, separator: "/")) \(clock(time)) GMT \(CivilTime.offset(offsetMinutes))"
    }

    /// `2031-05-14 07:55:02 +0000`, the form of a media token's `issueTime`.
    package static func issueTime(_ instant: Timestamp, offsetMinutes: Int = 0) -> String {
        let time = CivilTime(instant, offsetMinutes: offsetMinutes)
        return "\(day(time, separator: "-")) \(clock(time)) \(CivilTime.offset(offsetMinutes))"
    }

    /// Reads `yyyy/MM/dd HH:mm:ss GMT ±HHMM`, at any offset.
    package static func timestamp(proofDate text: some StringProtocol) -> Timestamp? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[2] == "GMT" else { return nil }
        return timestamp(day: parts[0], separator: "/", clock: parts[1], offset: parts[3])
    }

    /// Reads `yyyy-MM-dd HH:mm:ss ±HHMM`, at any offset.
    package static func timestamp(issueTime text: some StringProtocol) -> Timestamp? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        return timestamp(day: parts[0], separator: "-", clock: parts[1], offset: parts[2])
    }

    private static func day(_ time: CivilTime, separator: String) -> String {
        "\(CivilTime.padded(time.year, 4))\(separator)\(CivilTime.padded(time.month))\(separator)"
            + CivilTime.padded(time.day)
    }

    private static func clock(_ time: CivilTime) -> String {
        "\(CivilTime.padded(time.hour)):\(CivilTime.padded(time.minute)):\(CivilTime.padded(time.second))"
    }

    private static func timestamp(
        day: some StringProtocol, separator: Character, clock: some StringProtocol, offset: some StringProtocol
    ) -> Timestamp? {
        let days = day.split(separator: separator, omittingEmptySubsequences: false)
        let times = clock.split(separator: ":", omittingEmptySubsequences: false)
        let zone = Array(offset.utf8)
        guard days.map(\.utf8.count) == [4, 2, 2], times.map(\.utf8.count) == [2, 2, 2], zone.count == 5,
            zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-"),
            let year = CivilTime.number(Array(days[0].utf8)), let month = CivilTime.number(Array(days[1].utf8)),
            let date = CivilTime.number(Array(days[2].utf8)), let hour = CivilTime.number(Array(times[0].utf8)),
            let minute = CivilTime.number(Array(times[1].utf8)), let second = CivilTime.number(Array(times[2].utf8)),
            let hours = CivilTime.number(zone[1...2]), let minutes = CivilTime.number(zone[3...4]), minutes < 60
        else { return nil }
        let offsetMinutes = (hours * 60 + minutes) * (zone[0] == UInt8(ascii: "-") ? -1 : 1)
        return CivilTime.timestamp(
            year: year, month: month, day: date, hour: hour, minute: minute, second: second,
            offsetMinutes: offsetMinutes)
    }
}
