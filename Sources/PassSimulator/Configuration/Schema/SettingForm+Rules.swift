import PassAdmin
import PassCore
import PassDomain
import PassInstruments

extension SettingForm<[Configuration.Rule]> {
    /// A form for a list of rules, which replaces the older list as a whole.
    static let rules = SettingForm(allowed: allowedRules, spelling: .table) { node, place, _, mistakes in
        guard case .list(let nodes) = node.value, nodes.count <= Rules.most else {
            mistakes.add(place.refuse(node, mustBe: allowedRules))
            return nil
        }
        var ids: Set<String> = []
        return nodes.enumerated().compactMap { index, node in
            let name = "\(place.path.joined(separator: "."))[\(index)]"
            var found = RuleReader.standard.mistakes(in: JSONValue(node), at: name)
            if case .text(let id)? = node["id"]?.value, !ids.insert(id).inserted {
                found.append(.malformedParameter(name + ".id", reason: "is the name of an earlier rule"))
            }
            for mistake in found {
                let position = node.position(of: mistake, below: name)
                let start = SettingPlace(path: [], source: place.source).name(at: position)
                mistakes.add(.badValue, start + Configuration.Rule.sentence(of: mistake), at: position)
            }
            guard found.isEmpty else { return nil }
            return (try? RuleReader.standard.rule(JSONValue(node), at: name)).map { Configuration.Rule($0) }
        }
    } write: { rules in
        .list(rules.map { JSON5Node(JSON5Node.Value(RuleDocument.value(of: $0.rule))) })
    }

    private static let allowedRules = "a list of at most \(Rules.most) rules"
}

extension JSON5Node {
    /// Returns the place of a mistake in this rule: that of the wrong value or name, or else of the object that lacks
    /// a member.
    ///
    /// - Parameter name: the rule's name in the mistake, e.g. `rules[0]`.
    fileprivate func position(of mistake: EntitlementFailure, below name: String) -> Position? {
        let path: String
        switch mistake {
        case .malformedParameter(let name, _), .missingParameter(let name): path = name
        default: return position
        }
        var rest = path.utf8[(path.firstRange(of: name)?.upperBound ?? path.endIndex)...]
        var found = (node: self, name: position)
        while let next = found.node.part(at: &rest) { found = next }
        return RuleReader.isAboutName(mistake) ? found.name : found.node.position
    }

    /// Returns the member or element with which a path such as `.bodyPatch[1].find` begins, and the place of the
    /// member's name; `nil` if there is none.
    private func part(at path: inout Substring.UTF8View) -> (node: JSON5Node, name: Position?)? {
        let rest = path.dropFirst()
        switch (path.first, value) {
        case (UInt8(ascii: "."), .object(let members)):
            // The name of a header field may contain points, so the longest name that fits is meant.
            let ends: [UInt8?] = [nil, UInt8(ascii: "."), UInt8(ascii: "[")]
            let fitting = members.filter { member in
                rest.starts(with: member.name.utf8) && ends.contains(rest.dropFirst(member.name.utf8.count).first)
            }
            guard let member = fitting.max(by: { $0.name.utf8.count < $1.name.utf8.count }) else { return nil }
            path = rest.dropFirst(member.name.utf8.count)
            return (member.node, member.position)
        case (UInt8(ascii: "["), .list(let elements)):
            let digits = rest.prefix { $0 != UInt8(ascii: "]") }
            guard let index = Int(String(Substring(digits))), elements.indices.contains(index) else { return nil }
            path = rest.dropFirst(digits.count + 1)
            return (elements[index], elements[index].position)
        default: return nil
        }
    }
}

extension JSON5Node.Value {
    /// Creates a value from JSON, with the members of objects in the order of their names.
    fileprivate init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let flag): self = .flag(flag)
        case .integer(let number): self = .integer(number)
        case .number(let number): self = .number(number)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .list(elements.map { JSON5Node(JSON5Node.Value($0)) })
        case .object(let members):
            self = .object(
                members.sorted { $0.key < $1.key }.map { .init($0.key.string, JSON5Node.Value($0.value)) })
        }
    }
}
