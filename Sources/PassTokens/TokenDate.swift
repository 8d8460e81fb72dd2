package import PassCore

/// The two date formats of tokens (legacy protocol, "Dates").
package enum TokenDate {
    /// Returns a date like `2031/05/14 08:30:00 GMT +0000`, the form of `simpleTokenExpires` and `simpleTokenTTL`.
    ///
    /// - Parameter offsetMinutes: the time zone of the text; `-420` gives `… 01:30:00 GMT -0700`.
    package static func proofDate(_ instant: Timestamp, offsetMinutes: Int = 0) -> String {
        text(instant, separator: "/", zone: " GMT ", offsetMinutes)
    }

    /// Returns a date like `2031-05-14 07:55:02 +0000`, the form of a media token's `issueTime`.
    package static func issueTime(_ instant: Timestamp, offsetMinutes: Int = 0) -> String {
        text(instant, separator: "-", zone: " ", offsetMinutes)
    }

    /// Returns the date's text in the format that both kinds share.
    ///
    /// - Parameters:
    ///   - separator: stands between year, month and day.
    ///   - zone: stands between the time and the offset.
    private static func text(
        _ instant: Timestamp, separator: Unicode.Scalar, zone: StaticString, _ offsetMinutes: Int
    ) -> String {
        let time = CivilTime(instant, offsetMinutes: offsetMinutes)
        var text = ByteWriter(capacity: CivilTime.usualLength)
        text.append(decimal: time.year, width: 4)
        func append(_ number: Int, after mark: Unicode.Scalar) {
            text.append(UInt8(ascii: mark))
            text.append(decimal: number, width: 2)
        }
        append(time.month, after: separator)
        append(time.day, after: separator)
        append(time.hour, after: " ")
        append(time.minute, after: ":")
        append(time.second, after: ":")
        text.append(zone)
        CivilTime.appendOffset(offsetMinutes, to: &text)
        return text.string
    }

    /// Whether a reader is sure to get the instant, in whole seconds, as it was written, because its year has four
    /// digits at any offset.
    static func isReadAsWritten(_ instant: Timestamp) -> Bool {
        instant >= Timestamp(seconds: 0) && instant < Timestamp(seconds: 250_000_000_000)
    }

    /// Reads `yyyy/MM/dd HH:mm:ss GMT ±HHMM`, at any offset.
    package static func timestamp(proofDate text: String) -> Timestamp? {
        timestamp(text, separator: "/", zone: " GMT ")
    }

    /// Reads `yyyy-MM-dd HH:mm:ss ±HHMM`, at any offset.
    package static func timestamp(issueTime text: String) -> Timestamp? {
        timestamp(text, separator: "-", zone: " ")
    }

    /// Reads the output of `text(_:separator:zone:_:)`, in which each part has a fixed position.
    private static func timestamp(_ text: String, separator: Unicode.Scalar, zone: String) -> Timestamp? {
        text.withBytes { bytes in
            let sign = 19 + zone.utf8.count
            func number(_ place: Int, _ digits: Int = 2) -> Int? {
                CivilTime.number(UnsafeBufferPointer(rebasing: bytes[place..<place + digits]))
            }
            guard bytes.count == sign + 5, bytes[4] == UInt8(ascii: separator), bytes[7] == UInt8(ascii: separator),
                bytes[10] == UInt8(ascii: " "), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
                bytes[19..<sign].elementsEqual(zone.utf8),
                bytes[sign] == UInt8(ascii: "+") || bytes[sign] == UInt8(ascii: "-"),
                let year = number(0, 4), let month = number(5), let day = number(8), let hour = number(11),
                let minute = number(14), let second = number(17), let hours = number(sign + 1),
                let minutes = number(sign + 3), minutes < 60
            else { return nil }
            let offsetMinutes = (hours * 60 + minutes) * (bytes[sign] == UInt8(ascii: "-") ? -1 : 1)
            return CivilTime.timestamp(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second,
                offsetMinutes: offsetMinutes)
        }
    }
}
