import PassAdmin
import PassCore
import PassDomain
import PassInstruments

extension Configuration {
    /// A rule with which each namespace begins. A rule makes some requests fail, or changes their answers.
    ///
    /// ```swift
    /// configuration.rules = [
    ///     try .init(#"{match: {operation: "AuthorizeDevice", resource: "news*"}, action: {failure: "denied"}}"#)
    /// ]
    /// ```
    public struct Rule: Sendable, Hashable {
        let rule: PassInstruments.Rule

        init(_ rule: PassInstruments.Rule) {
            self.rule = rule
        }

        /// Reads a rule in JSON5, with the members that `POST /_sim/rules` has.
        ///
        /// - Throws: `ConfigurationError` for a text that isn't JSON5, `SimulatorError` for JSON5 that isn't a valid
        ///   rule.
        public init(_ json5: String) throws {
            let node: JSON5Node
            do {
                node = try JSON5Reader.read(Array(json5.utf8))
            } catch {
                throw ConfigurationError(.syntax, error.message + ".")
            }
            do {
                rule = try RuleReader.standard.rule(JSONValue(node), at: "")
            } catch {
                throw SimulatorError(Self.sentence(of: error))
            }
        }

        /// Returns the message about a malformed rule.
        static func sentence(of failure: EntitlementFailure) -> String {
            switch failure {
            case .malformedParameter(let name, let reason): "\(name) \(reason)."
            case .missingParameter(let name): "\(name) is missing."
            default: "The rule can't be used."
            }
        }
    }
}

extension JSONValue {
    /// The value of a node, without its place and the order of its members.
    init(_ node: JSON5Node) {
        switch node.value {
        case .null: self = .null
        case .flag(let flag): self = .bool(flag)
        case .integer(let number): self = .integer(number)
        case .number(let number): self = .number(number)
        case .text(let text): self = .string(text)
        case .list(let nodes): self = .array(nodes.map { JSONValue($0) })
        case .object(let members):
            self = .object(
                Dictionary(
                    members.map { (ExactText($0.name), JSONValue($0.node)) }, uniquingKeysWith: { first, _ in first }))
        }
    }
}
