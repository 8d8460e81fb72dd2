import PassCore
import PassTokens

/// Values as people read them in a terminal.
enum ShownText {
    /// On one line, without control characters, which could move a terminal's cursor; characters that nobody sees, or that
    /// turn around what is written beside them, as `\u{202E}`.
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

    /// JSON text with such characters, and controls beyond ASCII, as escapes.
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

    /// Whether a character shows nothing of its own: it joins, separates, hides or reverses others (Unicode, section 5.21).
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// The beginning and the end of a long text that says nothing to people.
    static func shortened(_ text: String) -> String {
        let text = line(text)
        guard text.count > 64 else { return text }
        return "\(text.prefix(24))…\(text.suffix(8)) (\(text.count) characters)"
    }

    /// `29 d 23 h`, `4 min 59 s`, `0 s`: the two largest units, rounded down.
    static func life(_ life: TimeToLive) -> String {
        let seconds = max(0, life.seconds)
        let units: [(String, Int64)] = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
        let first = units.firstIndex { seconds >= $0.1 } ?? 3
        var parts = ["\(seconds / units[first].1) \(units[first].0)"]
        if first < 3 {
            let rest = seconds % units[first].1 / units[first + 1].1
            if rest > 0 { parts.append("\(rest) \(units[first + 1].0)") }
        }
        return parts.joined(separator: " ")
    }

    /// `2031-05-14 08:30:00 UTC = 2031-05-14 10:30:00 +0200`.
    static func instant(_ instant: Timestamp, offsetMinutes: Int) -> String {
        "\(TokenDate.issueTime(instant).dropLast(5))UTC = \(TokenDate.issueTime(instant, offsetMinutes: offsetMinutes))"
    }

    /// `expires in 29 d 23 h`, `expired 3 min ago`; at the very end it has expired.
    static func expiry(_ expires: Timestamp, now: Timestamp) -> String {
        now < expires ? "expires in \(life(expires - now))" : "expired \(life(now - expires)) ago"
    }
}
