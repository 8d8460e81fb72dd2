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
        return nodes.enumerated().compactMap { index, element in
            do throws(EntitlementFailure) {
                return Configuration.Rule(
                    try RuleReader.standard.rule(
                        JSONValue(element), at: "\(place.path.joined(separator: "."))[\(index)]"))
            } catch {
                let start = SettingPlace(path: [], source: place.source).name(at: element.position)
                mistakes.add(.badValue, start + Configuration.Rule.sentence(of: error))
                return nil
            }
        }
    } write: { rules in
        .list(rules.map { JSON5Node(JSON5Node.Value(RuleDocument.value(of: $0.rule))) })
    }

    private static let allowedRules = "a list of at most \(Rules.most) rules"
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
