/// The numbers of JSON5: decimal or hexadecimal, with either sign, and with a point at the beginning or the end.
enum JSON5Number {
    /// Parses a number.
    ///
    /// - Returns: `nil` for text of another grammar, and for infinities and NaN, which no setting accepts.
    static func read(_ text: String) -> JSON5Node.Value? {
        let sign = text.first == "-" ? "-" : ""
        let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
        guard let first = digits.utf8.first, isDigit(first) || first == UInt8(ascii: ".") else { return nil }
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
            let hexadecimal = digits.dropFirst(2)
            guard hexadecimal.first != "-", hexadecimal.first != "+" else { return nil }
            return Int64(sign + hexadecimal, radix: 16).map { .integer($0) }
        }
        guard hasDecimalForm(digits) else { return nil }
        if let integer = wholeNumber(sign, digits) { return .integer(integer) }
        guard let number = Double(sign + completed(digits)), number.isFinite else { return nil }
        return .number(number)
    }

    /// Returns a decimal number that is a whole one and fits `Int64`, even one that is written as `1e3` or `2.50e1`.
    ///
    /// The digits are shifted, since a `Double` is exact only up to 2^53.
    private static func wholeNumber(_ sign: String, _ text: Substring) -> Int64? {
        let mantissa = text.prefix { $0 != "e" && $0 != "E" }
        let fraction = mantissa.drop { $0 != "." }.dropFirst()
        var digits = mantissa.filter { $0 != "." }.drop { $0 == "0" }
        if digits.isEmpty { return 0 }
        guard let exponent = text == mantissa ? 0 : Int32(text.dropFirst(mantissa.count + 1)) else { return nil }
        var shift = Int(exponent) - fraction.count
        while shift < 0, digits.last == "0" {
            digits.removeLast()
            shift += 1
        }
        guard shift >= 0, digits.count + shift <= mostDigits else { return nil }
        return Int64(sign + digits + String(repeating: "0", count: shift))
    }

    /// The number of digits of the largest `Int64`.
    private static let mostDigits = 19

    /// Whether the text is a decimal number without superfluous leading zeros.
    ///
    /// The grammar is `DIGITS [ "." [ DIGITS ] ] [ EXPONENT ]` or `"." DIGITS [ EXPONENT ]`.
    private static func hasDecimalForm(_ text: Substring) -> Bool {
        var rest = text.utf8[...]
        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        if whole.count > 1, whole.first == UInt8(ascii: "0") { return false }
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            fraction = rest.prefix(while: isDigit).count
            rest = rest.dropFirst(fraction)
        }
        guard !whole.isEmpty || fraction > 0 else { return false }
        guard let mark = rest.first else { return true }
        guard mark | 0x20 == UInt8(ascii: "e") else { return false }
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        return !rest.isEmpty && rest.allSatisfy(isDigit)
    }

    /// Returns the number with the zeros that Swift's parser requires before and after the point.
    private static func completed(_ text: Substring) -> String {
        guard let point = text.firstIndex(of: ".") else { return String(text) }
        let fraction = text[text.index(after: point)...]
        let needsZero = fraction.utf8.first.map { !isDigit($0) } ?? true
        return (point == text.startIndex ? "0" : "") + text[...point] + (needsZero ? "0" : "") + fraction
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
