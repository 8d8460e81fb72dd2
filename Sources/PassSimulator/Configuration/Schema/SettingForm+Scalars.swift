extension SettingForm {
    /// A form for values that are accepted or refused as a whole.
    private static func scalar(
        _ allowed: String, _ spelling: SettingSpelling, decode: @escaping @Sendable (JSON5Node.Value) -> Value?,
        write: @escaping @Sendable (Value) -> JSON5Node.Value
    ) -> SettingForm {
        SettingForm(allowed: allowed, spelling: spelling) { node, place, _, mistakes in
            let value = decode(node.value)
            if value == nil { mistakes.add(place.refuse(node, mustBe: allowed)) }
            return value
        } write: {
            write($0)
        }
    }

    /// A form for text with a syntax of its own; `parse` returns `nil` for text that doesn't follow it.
    static func parsed(
        _ allowed: String, _ placeholder: String, parse: @escaping @Sendable (String) -> Value?,
        write: @escaping @Sendable (Value) -> String
    ) -> SettingForm {
        scalar(allowed, .text(placeholder)) { value in
            if case .text(let text) = value { parse(text) } else { nil }
        } write: {
            .text(write($0))
        }
    }
}

extension SettingForm where Value: RawRepresentable<String> & CaseIterable {
    /// A form for one of a fixed set of words.
    static var choice: SettingForm {
        let words = Value.allCases.map { "\"\($0.rawValue)\"" }
        let allowed = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        let placeholder = Value.allCases.map(\.rawValue).joined(separator: "|")
        return parsed(allowed, placeholder, parse: { Value(rawValue: $0) }, write: { $0.rawValue })
    }
}

extension SettingForm<Bool> {
    static let flag = scalar("true or false", .flag) { value in
        if case .flag(let flag) = value { flag } else { nil }
    } write: {
        .flag($0)
    }
}

extension SettingForm<String> {
    /// A form for text that isn't empty and contains no null character.
    static func text(_ allowed: String) -> SettingForm {
        parsed(allowed, "TEXT", parse: { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 }, write: { $0 })
    }

    /// A form for a token that is sent in a header field.
    static var bearerToken: SettingForm<String> {
        parsed(
            "a text of 1 to 256 visible ASCII characters", "TEXT",
            parse: { text in
                (1...256).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
            }, write: { $0 })
    }

    /// A form for a file or a folder; a relative path in a configuration file starts at the folder of that file.
    static func path(_ allowed: String, _ placeholder: String = "FILE") -> SettingForm {
        file(allowed, placeholder) { _ in true }
    }

    /// A form for a public key: a PEM file as in `path`, or the PEM text itself.
    static var publicKey: SettingForm {
        file("a PEM file, or a PEM text", "FILE") { !Configuration.isPEM($0) }
    }

    private static func file(
        _ allowed: String, _ placeholder: String, isPath: @escaping @Sendable (String) -> Bool
    ) -> SettingForm {
        let text = text(allowed)
        return SettingForm(allowed: allowed, spelling: .text(placeholder)) { node, place, _, mistakes in
            text.read(node, place, nil, &mistakes).map { isPath($0) ? place.resolved($0) : $0 }
        } write: {
            .text($0)
        }
    }
}

extension SettingForm where Value: FixedWidthInteger {
    /// A form for a whole number within a range.
    ///
    /// - Parameter unit: the name of what is counted, in the plural; empty for a plain number.
    static func wholeNumber(_ range: ClosedRange<Value>, _ unit: String = "") -> SettingForm {
        let counted = unit.isEmpty ? "a whole number" : "a whole number of \(unit)"
        return scalar("\(counted) from \(range.lowerBound) to \(range.upperBound)", .number) { value in
            guard case .integer(let integer) = value, let number = Value(exactly: integer) else { return nil }
            return range.contains(number) ? number : nil
        } write: {
            .integer(Int64(clamping: $0))
        }
    }
}

extension SettingForm<Int> {
    /// A form for one of a fixed set of numbers.
    static func oneOf(_ numbers: [Int]) -> SettingForm {
        let words = numbers.map(String.init)
        let allowed = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        return scalar(allowed, .number) { value in
            guard case .integer(let integer) = value, let number = Int(exactly: integer) else { return nil }
            return numbers.contains(number) ? number : nil
        } write: {
            .integer(Int64($0))
        }
    }
}

extension SettingForm<Double> {
    /// A form for seconds, with up to three decimals.
    static func seconds(_ range: ClosedRange<Double>) -> SettingForm {
        let bounds = [range.lowerBound, range.upperBound].map { JSON5Text.line(.number($0)) }
        return scalar("a number of seconds from \(bounds[0]) to \(bounds[1])", .number) { value in
            switch value {
            case .integer(let number): range.contains(Double(number)) ? Double(number) : nil
            case .number(let number): range.contains(number) ? number : nil
            default: nil
            }
        } write: { number in
            Int64(exactly: number).map { .integer($0) } ?? .number(number)
        }
    }
}
