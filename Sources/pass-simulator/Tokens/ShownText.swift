import PassCore
import PassTokens

/// The forms of values that people read in a terminal.
enum ShownText {
    /// Returns the text on one line, without control characters, which could move a terminal's cursor.
    ///
    /// Characters that are invisible, or that reverse the text beside them, appear as escapes such as `\u{202E}`.
    static func line(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            if scalar.properties.generalCategory == .control {
                line += " "
            } else if isHidden(scalar) {
                line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    /// Returns JSON text in which hidden characters, and control characters beyond ASCII, are escaped.
    static func json(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars {
            guard isHidden(scalar) || scalar.properties.generalCategory == .control && !scalar.isASCII else {
                shown.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return shown
    }

    /// Whether a character shows nothing itself, but joins, separates, hides or reverses others (Unicode, section
    /// 5.21).
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Returns the beginning and the end of a long text that means nothing to people.
    static func shortened(_ text: String) -> String {
        let text = line(text)
        guard text.count > 64 else { return text }
        return "\(text.prefix(24))…\(text.suffix(8)) (\(text.count) characters)"
    }

    /// Returns a duration as its two largest units, rounded down: `29 d 23 h`, `4 min 59 s`, `0 s`.
    static func timeToLive(_ timeToLive: TimeToLive) -> String {
        let seconds = max(0, timeToLive.seconds)
        let units: [(String, Int64)] = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
        let first = units.firstIndex { seconds >= $0.1 } ?? 3
        var parts = ["\(seconds / units[first].1) \(units[first].0)"]
        if first < 3 {
            let rest = seconds % units[first].1 / units[first + 1].1
            if rest > 0 { parts.append("\(rest) \(units[first + 1].0)") }
        }
        return parts.joined(separator: " ")
    }

    /// Returns an instant in UTC and in local time: `2031-05-14 08:30:00 UTC = 2031-05-14 10:30:00 +0200`.
    static func instant(_ instant: Timestamp, offsetMinutes: Int) -> String {
        "\(TokenDate.issueTime(instant).dropLast(5))UTC = \(TokenDate.issueTime(instant, offsetMinutes: offsetMinutes))"
    }

    /// Returns `expires in 29 d 23 h` or `expired 3 min ago`; at the instant of expiry the token has expired.
    static func expiry(_ expires: Timestamp, now: Timestamp) -> String {
        now < expires ? "expires in \(timeToLive(expires - now))" : "expired \(timeToLive(now - expires)) ago"
    }
}
