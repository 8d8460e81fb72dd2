package import PassCore

/// The two date formats of tokens (legacy protocol, "Dates").
package enum TokenDate {
    /// `2031/05/14 08:30:00 GMT +0000`, the form of `simpleTokenExpires` and `simpleTokenTTL`.
    ///
    /// - Parameter offsetMinutes: the zone in which the instant is told; `-420` gives `… 01:30:00 GMT -0700`.
    package static func proofDate(_ instant: Timestamp, offsetMinutes: Int = 0) -> String {
        text(instant, separator: "/", zone: " GMT ", offsetMinutes)
    }

    /// `2031-05-14 07:55:02 +0000`, the form of a media token's `issueTime`.
    package static func issueTime(_ instant: Timestamp, offsetMinutes: Int = 0) -> String {
        text(instant, separator: "-", zone: " ", offsetMinutes)
    }

    /// - Parameters:
    ///   - separator: between year, month and day.
    ///   - zone: what stands before the offset.
    private static func text(
        _ instant: Timestamp, separator: Unicode.Scalar, zone: String, _ offsetMinutes: Int
    ) -> String {
        let time = CivilTime(instant, offsetMinutes: offsetMinutes)
        var text: [UInt8] = []
        text.reserveCapacity(32)
        CivilTime.append(time.year, 4, to: &text)
        func append(_ number: Int, after mark: Unicode.Scalar) {
            text.append(UInt8(ascii: mark))
            CivilTime.append(number, to: &text)
        }
        append(time.month, after: separator)
        append(time.day, after: separator)
        append(time.hour, after: " ")
        append(time.minute, after: ":")
        append(time.second, after: ":")
        text += zone.utf8
        text += CivilTime.offset(offsetMinutes).utf8
        return String(decoding: text, as: UTF8.self)
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
