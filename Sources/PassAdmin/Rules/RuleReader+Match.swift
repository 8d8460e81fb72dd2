import PassCore
import PassDomain
import PassHTTP
import PassInstruments

extension RuleReader {
    static let matchNames =
        ["operation", "family"] + RuleFact.allCases.map(\.rawValue) + ["headers", "nth", "probability", "seed"]

    /// Reads the conditions of a rule.
    func match(_ content: ControlContent, at place: String) throws(EntitlementFailure) -> RuleMatch {
        var match = RuleMatch()
        match.operation = try operation(content)
        match.family = try family(content)
        for fact in RuleFact.allCases {
            if let text = try content.text(fact.rawValue) {
                match.facts[fact] = try pattern(text) { content.malformed(fact.rawValue, $0) }
            }
        }
        match.headers = try headers(content, at: place)
        match.nth = try content.integer("nth", in: 1...Self.mostRequests).map { Int($0) }
        match.probability = try content.number("probability", in: 0...1)
        match.seed = try content.integer("seed", in: 0...Int64.max).map { UInt64($0) }
        if match.seed != nil, match.probability == nil {
            throw content.malformed("seed", "has no effect without probability")
        }
        return match
    }

    private func operation(_ content: ControlContent) throws(EntitlementFailure) -> TextPattern? {
        guard let text = try content.text("operation") else { return nil }
        let pattern = try pattern(text) { content.malformed("operation", $0) }
        let affected = Operation.allCases.filter { $0.family != .simulator }
        if affected.contains(where: { pattern.matches($0.rawValue) }) { return pattern }
        let value = "is \"\(ControlContent.shown(text))\", which "
        guard pattern.isPlain else {
            throw content.malformed("operation", value + "matches no operation that rules can affect")
        }
        if Operation.allCases.contains(where: { pattern.matches($0.rawValue) }) {
            throw content.malformed(
                "operation", value + "is an operation of the simulator itself, which rules don't affect")
        }
        throw content.malformed(
            "operation", value + "names no operation" + NearestName.hint(text, among: affected.map(\.rawValue)))
    }

    private func family(_ content: ControlContent) throws(EntitlementFailure) -> OperationFamily? {
        guard let text = try content.text("family") else { return nil }
        guard let family = OperationFamily.affected.first(where: { $0.rawValue.hasSameBytes(as: text) }) else {
            let names = OperationFamily.affected.map(\.rawValue)
            throw content.malformed("family", "isn't one of \(names.joined(separator: ", "))")
        }
        return family
    }

    /// Reads the conditions on header fields, in the order of their names.
    private func headers(
        _ content: ControlContent, at place: String
    ) throws(EntitlementFailure) -> [RuleMatch.Header] {
        guard let value = content["headers"] else { return [] }
        guard let members = value.objectValue, members.count <= Self.mostParts else {
            throw content.malformed("headers", "isn't an object of at most \(Self.mostParts) fields")
        }
        var headers: [RuleMatch.Header] = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            try checkName(name.string, at: "\(place).headers")
            guard let text = value.stringValue else {
                throw .malformedParameter("\(place).headers.\(name)", reason: "isn't text")
            }
            let pattern = try pattern(text) { .malformedParameter("\(place).headers.\(name)", reason: $0) }
            headers.append(.init(HTTPFieldName(name.string), pattern))
        }
        return headers
    }

    private func pattern(
        _ text: String, _ failure: (String) -> EntitlementFailure
    ) throws(EntitlementFailure) -> TextPattern {
        guard text.utf8.count <= TextPattern.longest else {
            throw failure("is longer than \(TextPattern.longest) bytes")
        }
        return TextPattern(text)
    }

    /// The reason for refusing a member of `headers` because of its name.
    static let noFieldName = "isn't a name of a header field"

    /// Throws if a string can't be the name of a header field (RFC 9110, section 5.1).
    ///
    /// - Parameter place: the object with the header fields, as error messages name it.
    func checkName(_ name: String, at place: String) throws(EntitlementFailure) {
        let isToken = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: Array("!#$%&'*+-.^_`|~".utf8).contains(byte)
            }
        }
        guard isToken, (1...128).contains(name.utf8.count) else {
            throw .malformedParameter("\(place).\(ControlContent.shown(name))", reason: Self.noFieldName)
        }
    }
}
