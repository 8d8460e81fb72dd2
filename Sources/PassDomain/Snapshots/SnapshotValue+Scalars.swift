package import PassCore

extension String: SnapshotField {
    package static func read(
        _ json: JSONValue, at place: @autoclosure () -> String
    ) throws(EntitlementFailure) -> String {
        guard let text = json.stringValue else { throw .malformedParameter(place(), reason: "isn't text") }
        return text
    }

    package var json: JSONValue { .string(self) }
}

extension ExactText: SnapshotField {
    package static func read(
        _ json: JSONValue, at place: @autoclosure () -> String
    ) throws(EntitlementFailure) -> ExactText {
        ExactText(try String.read(json, at: place()))
    }

    package var json: JSONValue { .string(string) }
}

extension Bool: SnapshotField {
    package static func read(
        _ json: JSONValue, at place: @autoclosure () -> String
    ) throws(EntitlementFailure) -> Bool {
        guard case .bool(let bool) = json else { throw .malformedParameter(place(), reason: "isn't true or false") }
        return bool
    }

    package var json: JSONValue { .bool(self) }
}

/// A count of requests, seconds and so on: 0 to 10¹⁵, so that further counting can't overflow.
extension Int: SnapshotField {
    package static func read(
        _ json: JSONValue, at place: @autoclosure () -> String
    ) throws(EntitlementFailure) -> Int {
        guard let number = json.integerValue, (0...1_000_000_000_000_000).contains(number) else {
            throw .malformedParameter(place(), reason: "isn't a whole number of at least 0")
        }
        return Int(number)
    }

    package var json: JSONValue { .integer(Int64(self)) }
}

extension Int64 {
    /// The range of times and times to live in snapshots, in milliseconds: up to the end of the year 9999, and equally
    /// far below zero.
    fileprivate static let heldMilliseconds: ClosedRange<Int64> = -253_402_300_799_999...253_402_300_799_999

    fileprivate static func milliseconds(
        _ json: JSONValue, at place: @autoclosure () -> String
    ) throws(EntitlementFailure) -> Int64 {
        guard let number = json.integerValue, heldMilliseconds.contains(number) else {
            throw .malformedParameter(place(), reason: "isn't a whole number of milliseconds up to the year 9999")
        }
        return number
    }

    /// The nearest number within the range of times in snapshots, as JSON.
    fileprivate var held: JSONValue {
        .integer(Swift.min(Swift.max(self, Self.heldMilliseconds.lowerBound), Self.heldMilliseconds.upperBound))
    }
}

extension Timestamp: SnapshotField {
    package static func read(
        _ json: JSONValue, at place: @autoclosure () -> String
    ) throws(EntitlementFailure) -> Timestamp {
        Timestamp(milliseconds: try .milliseconds(json, at: place()))
    }

    package var json: JSONValue { milliseconds.held }
}

extension TimeToLive: SnapshotField {
    package static func read(
        _ json: JSONValue, at place: @autoclosure () -> String
    ) throws(EntitlementFailure) -> TimeToLive {
        TimeToLive(milliseconds: try .milliseconds(json, at: place()))
    }

    package var json: JSONValue { milliseconds.held }
}

extension UUID: SnapshotField {
    package static func read(
        _ json: JSONValue, at place: @autoclosure () -> String
    ) throws(EntitlementFailure) -> UUID {
        guard let text = json.stringValue, let bytes = Hex.decode(text.replacing("-", with: "")), bytes.count == 16,
            UUID(random: bytes).text == text
        else { throw .malformedParameter(place(), reason: "isn't a UUID of version 4 in lower case") }
        return UUID(random: bytes)
    }

    package var json: JSONValue { .string(text) }
}

extension Array: SnapshotField where Element: SnapshotField {
    package static func read(
        _ json: JSONValue, at place: @autoclosure () -> String
    ) throws(EntitlementFailure) -> [Element] {
        guard let elements = json.arrayValue else { throw .malformedParameter(place(), reason: "isn't a list") }
        var values: [Element] = []
        values.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            values.append(try Element.read(element, at: "\(place())[\(index)]"))
        }
        return values
    }

    package var json: JSONValue { .array(map(\.json)) }
}

/// An enumeration, written as the raw value of its case.
extension SnapshotField where Self: RawRepresentable<String> & CaseIterable {
    package static func read(
        _ json: JSONValue, at place: @autoclosure () -> String
    ) throws(EntitlementFailure) -> Self {
        guard let text = json.stringValue, let value = allCases.first(where: { $0.rawValue.hasSameBytes(as: text) })
        else {
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            throw .malformedParameter(place(), reason: "isn't one of \(names)")
        }
        return value
    }

    package var json: JSONValue { .string(rawValue) }
}

extension SnapshotField where Self: DomainIdentifier {
    package static func read(
        _ json: JSONValue, at place: @autoclosure () -> String
    ) throws(EntitlementFailure) -> Self {
        Self(rawValue: try String.read(json, at: place()))
    }

    package var json: JSONValue { .string(rawValue) }
}
