/// A date and a time of day in the Gregorian calendar at a fixed offset from UTC, for date formats in messages.
package struct CivilTime: Hashable, Sendable {
    package var year: Int
    /// The month, 1 to 12.
    package var month: Int
    /// The day of the month, 1 to 31.
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int
    /// The day of the week, 0 (Sunday) to 6.
    package var weekday: Int

    /// Creates the civil time at `instant` in a time zone that is `offsetMinutes` minutes ahead of UTC.
    package init(_ instant: Timestamp, offsetMinutes: Int = 0) {
        let local = Int(instant.seconds) + offsetMinutes * 60
        let days = local >= 0 ? local / 86_400 : -((-local + 86_399) / 86_400)
        let rest = local - days * 86_400
        // Howard Hinnant's "chrono-compatible low-level date algorithms": years start in March, and an era has 400
        // years.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
        weekday = (days % 7 + 11) % 7
    }

    /// Returns the instant of a civil time, or `nil` when a field is out of range or the month doesn't have the day.
    package static func timestamp(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, offsetMinutes: Int = 0
    ) -> Timestamp? {
        guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second), (-1440...1440).contains(offsetMinutes)
        else { return nil }
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offsetMinutes * 60
        let result = Timestamp(seconds: Int64(seconds))
        // A leap second counts as the first second of the next minute, which may belong to the next day.
        let check = CivilTime(Timestamp(seconds: result.seconds - (second == 60 ? 1 : 0)), offsetMinutes: offsetMinutes)
        return check.day == day ? result : nil
    }

    /// Returns `number` in decimal, padded with zeros to at least `width` digits.
    package static func padded(_ number: Int, _ width: Int = 2) -> String {
        var text = ByteWriter(capacity: usualLength)
        text.append(decimal: number, width: width)
        return text.string
    }

    /// The initial room for a date, in bytes, including the room that `ByteWriter` needs while it writes a number.
    package static let usualLength = 64

    /// Returns the zone that is `minutes` (less than a hundred hours) ahead of UTC, such as `+0000` or `-0730`.
    package static func offset(_ minutes: Int) -> String {
        var text = ByteWriter(capacity: usualLength)
        appendOffset(minutes, to: &text)
        return text.string
    }

    /// Appends a zone in the form that `offset` returns.
    package static func appendOffset(_ minutes: Int, to text: inout ByteWriter) {
        text.append(minutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        text.append(decimal: abs(minutes) / 60, width: 2)
        text.append(decimal: abs(minutes) % 60, width: 2)
    }
}

extension CivilTime {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns the instant of an IMF-fixdate (RFC 9110, section 5.6.7), or `nil` for any other text.
    ///
    /// An IMF-fixdate is the only form that servers may send. The weekday isn't checked.
    package static func timestamp(httpDate text: some StringProtocol) -> Timestamp? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[5] == "GMT", parts[1].utf8.count == 2, parts[3].utf8.count == 4,
            let day = number(Array(parts[1].utf8)), let month = months.firstIndex(of: String(parts[2])),
            let year = number(Array(parts[3].utf8))
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false).map { Array($0.utf8) }
        guard clock.map(\.count) == [2, 2, 2], let hour = number(clock[0]), let minute = number(clock[1]),
            let second = number(clock[2])
        else { return nil }
        return timestamp(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    }

    /// Returns an IMF-fixdate (RFC 9110, section 5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func httpDate(_ instant: Timestamp) -> String {
        let time = CivilTime(instant)
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        return "\(weekdays[time.weekday]), \(padded(time.day)) \(months[time.month - 1]) \(padded(time.year, 4)) "
            + "\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second)) GMT"
    }

    /// Returns an XML Schema `dateTime` in UTC with whole seconds (also RFC 3339), such as `2031-05-14T08:30:00Z`.
    package static func isoDate(_ instant: Timestamp) -> String {
        let time = CivilTime(instant)
        var text = ByteWriter(capacity: usualLength)
        text.append(decimal: time.year, width: 4)
        func append(_ number: Int, after mark: Unicode.Scalar) {
            text.append(UInt8(ascii: mark))
            text.append(decimal: number, width: 2)
        }
        append(time.month, after: "-")
        append(time.day, after: "-")
        append(time.hour, after: "T")
        append(time.minute, after: ":")
        append(time.second, after: ":")
        text.append(UInt8(ascii: "Z"))
        return text.string
    }

    /// Returns a day and a time in UTC for people, such as `14 May 2031, 08:30:00`.
    package static func dayAndTime(_ instant: Timestamp) -> String {
        let time = CivilTime(instant)
        return "\(time.day) \(months[time.month - 1]) \(time.year), "
            + "\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second))"
    }

    /// Returns an RFC 3339 date in UTC with milliseconds, such as `2031-05-14T08:30:00.250Z`.
    package static func isoDateWithMilliseconds(_ instant: Timestamp) -> String {
        let milliseconds = Int(instant.milliseconds - instant.wholeSecond.milliseconds)
        return "\(isoDate(instant).dropLast()).\(padded(milliseconds, 3))Z"
    }

    /// Returns the instant of an XML Schema `dateTime`, or `nil` for any other text.
    ///
    /// The text needs a zone (`Z` or `±hh:mm`) and may have up to nine fractional digits, of which the first three
    /// count.
    package static func timestamp(isoDate text: some StringProtocol) -> Timestamp? {
        text.utf8.withBytesInOneRun { timestamp(isoDate: $0) }
    }

    private static func timestamp(isoDate bytes: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        guard (20...40).contains(bytes.count), bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = number(bytes, 0..<4), let month = number(bytes, 5..<7), let day = number(bytes, 8..<10),
            let hour = number(bytes, 11..<13), let minute = number(bytes, 14..<16), let second = number(bytes, 17..<19)
        else { return nil }
        var end = 19
        var milliseconds: Int64 = 0
        if bytes[end] == UInt8(ascii: ".") {
            let start = end + 1
            end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
            guard (1...9).contains(end - start) else { return nil }
            for index in start..<start + 3 {
                milliseconds = milliseconds * 10 + (index < end ? Int64(bytes[index] - UInt8(ascii: "0")) : 0)
            }
        }
        guard let offset = zone(UnsafeBufferPointer(rebasing: bytes[end...])),
            let whole = timestamp(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second, offsetMinutes: offset)
        else { return nil }
        return Timestamp(milliseconds: whole.milliseconds + milliseconds)
    }

    /// Returns the value of one to nine decimal digits, or `nil` for anything else.
    package static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard (1...9).contains(digits.count) else { return nil }
        return digits.withBytesInOneRun { number($0, 0..<$0.count) }
    }

    /// Returns the value of a part of `bytes` that consists of at most nine decimal digits, or `nil` for anything else.
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ digits: Range<Int>) -> Int? {
        var value = 0
        for index in digits {
            guard isDigit(bytes[index]) else { return nil }
            value = value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
        }
        return value
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Returns the offset of a zone (`Z` or `±hh:mm`) in minutes, or `nil` if it is malformed.
    private static func zone(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        if bytes.count == 1, bytes[0] == UInt8(ascii: "Z") { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = number(bytes, 1..<3), hours <= 14,
            let minutes = number(bytes, 4..<6), minutes <= 59
        else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "+"): return hours * 60 + minutes
        case UInt8(ascii: "-"): return -(hours * 60 + minutes)
        default: return nil
        }
    }
}
