import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The JSON object in the content of a control request, whose members are read by name.
///
/// An unknown member is refused by name, so that a misspelt one isn't silently ignored. A member that is null is
/// refused too, since it could mean "no value" or "no change".
struct ControlContent: Sendable {
    private let members: [ExactText: JSONValue]
    /// The prefix of the members' names in messages, e.g. `match.`; empty for the whole content.
    private let prefix: String

    /// Reads the content of a request.
    ///
    /// - Parameters:
    ///   - names: the names of the members that the operation knows.
    ///   - isRequired: whether a request without content is refused; if not, it counts as an empty object.
    /// - Throws: `EntitlementFailure.malformedParameter` for content that isn't a JSON object, has a name twice, or has
    ///   a member that isn't in `names`, and for parameters in the address.
    init(_ exchange: Exchange, names: [String], isRequired: Bool = true) throws(EntitlementFailure) {
        try ControlParameters.refuse(exchange)
        let body = exchange.request.body
        if body.isEmpty, !isRequired {
            self = ControlContent()
            return
        }
        let (value, hasRepeatedName) = try Self.parse(body)
        if hasRepeatedName {
            throw .malformedParameter("The content", reason: "has an object with the same name twice")
        }
        try self.init(value, names: names, at: "")
    }

    /// Parses a request's content.
    ///
    /// - Returns: the value, and whether an object in it has the same name twice.
    static func parse(_ content: [UInt8]) throws(EntitlementFailure) -> (value: JSONValue, hasRepeatedName: Bool) {
        guard !content.isEmpty else {
            throw .malformedParameter("The content", reason: "is missing; a JSON object is expected")
        }
        do {
            return try JSONValue.read(content)
        } catch {
            throw .malformedParameter("The content", reason: "isn't JSON: \(error)")
        }
    }

    /// Reads an object of a request's content.
    ///
    /// - Parameter place: the object's place as messages name it, e.g. `match`; empty for the whole content.
    init(_ value: JSONValue, names: [String], at place: String) throws(EntitlementFailure) {
        guard let members = value.objectValue else {
            throw .malformedParameter(place.isEmpty ? "The content" : place, reason: "isn't a JSON object")
        }
        prefix = place.isEmpty ? "" : place + "."
        self.members = members
        let unknown = members.keys.map(\.string).filter { name in !names.contains { $0.hasSameBytes(as: name) } }
        if let name = unknown.min() {
            let shown = Self.shown(name)
            throw .malformedParameter(
                shown.isEmpty ? "A member without a name" : prefix + shown,
                reason: Self.unknown + Self.alternatives(to: name, among: names))
        }
        if let name = members.filter({ $0.value == .null }).keys.map(\.string).min() {
            throw .malformedParameter(prefix + name, reason: "is null; leave it out if it has no value")
        }
    }

    /// The beginning of what is said about an unknown member.
    static let unknown = "is unknown; "

    /// Returns the nearest known name, or all of them if none is near.
    private static func alternatives(to name: String, among names: [String]) -> String {
        NearestName.find(name, among: names).map { "the nearest one is \($0)" }
            ?? "the known ones are \(names.joined(separator: ", "))"
    }

    private init() {
        members = [:]
        prefix = ""
    }

    /// Whether the object has no members.
    var isEmpty: Bool { members.isEmpty }

    /// The member of that name; `nil` if it is absent.
    subscript(name: String) -> JSONValue? { members[ExactText(name)] }

    /// Returns a member's text, or `nil` if the member is absent.
    ///
    /// - Throws: `EntitlementFailure.malformedParameter` for another type and for an empty text.
    func text(_ name: String) throws(EntitlementFailure) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.stringValue else { throw malformed(name, "isn't text") }
        if text.isEmpty { throw malformed(name, "is empty") }
        return text
    }

    /// Returns the text of a required member.
    func requiredText(_ name: String) throws(EntitlementFailure) -> String {
        guard let text = try text(name) else { throw .missingParameter(prefix + name) }
        return text
    }

    /// Returns a member's Boolean value, or `nil` if the member is absent.
    func bool(_ name: String) throws(EntitlementFailure) -> Bool? {
        guard let value = self[name] else { return nil }
        guard case .bool(let bool) = value else { throw malformed(name, "isn't true or false") }
        return bool
    }

    /// Returns a member's number within a range, or `nil` if the member is absent.
    func number(_ name: String, in range: ClosedRange<Double>) throws(EntitlementFailure) -> Double? {
        guard let value = self[name] else { return nil }
        let number: Double
        switch value {
        case .integer(let integer): number = Double(integer)
        case .number(let double): number = double
        default: throw malformed(name, "isn't a number")
        }
        guard range.contains(number) else {
            throw malformed(
                name,
                "isn't a number from \(Self.shown(range.lowerBound)) to \(Self.shown(range.upperBound))")
        }
        return number
    }

    /// Returns a member's whole number within a range, or `nil` if the member is absent.
    func integer(_ name: String, in range: ClosedRange<Int64>) throws(EntitlementFailure) -> Int64? {
        guard let value = self[name] else { return nil }
        guard let integer = value.integerValue else { throw malformed(name, "isn't a whole number") }
        guard range.contains(integer) else {
            throw malformed(name, "isn't a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    /// Returns a member that is an object, or `nil` if the member is absent.
    func object(_ name: String, names: [String]) throws(EntitlementFailure) -> ControlContent? {
        guard let value = self[name] else { return nil }
        return try ControlContent(value, names: names, at: prefix + name)
    }

    /// Returns the failure for a member with a wrong value.
    ///
    /// - Parameter reason: the end of a sentence that begins with the member's name, e.g. `isn't text`.
    func malformed(_ name: String, _ reason: String) -> EntitlementFailure {
        .malformedParameter(prefix + name, reason: reason)
    }

    /// Returns a number for a message, without a fraction if it is a whole number.
    private static func shown(_ number: Double) -> String {
        Int64(exactly: number).map(String.init) ?? String(number)
    }

    /// Returns the start of a name that a client chose, without characters that would garble a message.
    static func shown(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(64)))
    }
}
