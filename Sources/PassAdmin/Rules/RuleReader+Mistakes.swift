package import PassCore
package import PassDomain
import PassInstruments

extension RuleReader {
    /// The members of an action that depend on each other.
    private static let dependentOfAction = [["failure", "message", "status"], ["body", "bodyBase64", "contentType"]]
    /// The members of a match that depend on each other.
    private static let dependentOfMatch = [["probability", "seed"]]

    /// Returns all mistakes in a rule, in no particular order; an empty list for a rule that `rule(_:at:)` reads.
    ///
    /// Each member is read on its own, or together with those that it depends on, and has one mistake at most.
    ///
    /// - Parameter place: the rule's place as error messages name it, e.g. `rules[0]`.
    package func mistakes(in value: JSONValue, at place: String) -> [EntitlementFailure] {
        let whole = failure { () throws(EntitlementFailure) in _ = try rule(value, at: place) }
        guard let whole else { return [] }
        guard let members = value.objectValue else { return [whole] }
        var found: [EntitlementFailure] = []
        if members["action"] == nil { found.append(.missingParameter(place + ".action")) }
        for (name, member) in members {
            switch (name.string, member) {
            case ("action", .object):
                found += mistakes(in: member, Self.dependentOfAction) { part throws(EntitlementFailure) in
                    _ = try action(part, at: place + ".action")
                }
            case ("match", .object):
                let place = place + ".match"
                found += mistakes(in: member, Self.dependentOfMatch) { part throws(EntitlementFailure) in
                    _ = try match(ControlContent(part, names: Self.matchNames, at: place), at: place)
                }
            default:
                // A rule needs an action, so one that has no mistake stands in for it.
                let part = ["action": .object(["delay": .integer(0)])].merging([name: member]) { $1 }
                let mistake = failure { () throws(EntitlementFailure) in _ = try rule(.object(part), at: place) }
                if let mistake { found.append(mistake) }
            }
        }
        return found.isEmpty ? [whole] : found
    }

    /// Whether a mistake is about the name of a member and not about its value.
    package static func isAboutName(_ mistake: EntitlementFailure) -> Bool {
        guard case .malformedParameter(_, let reason) = mistake else { return false }
        return reason.hasPrefix(ControlContent.unknown) || reason == noFieldName
    }

    /// Returns the mistakes in the parts of an object, or that in the whole if none of its parts has one.
    ///
    /// - Parameter dependent: the names of the members that are read together, in groups.
    private func mistakes(
        in value: JSONValue, _ dependent: [[String]], _ read: (JSONValue) throws(EntitlementFailure) -> Void
    ) -> [EntitlementFailure] {
        let members = value.objectValue ?? [:]
        let groups = dependent.map { names in members.filter { names.containsBytes(of: $0.key.string) } }
        let others = members.filter { member in !dependent.joined().contains { member.key == ExactText($0) } }
        let parts = groups.filter { !$0.isEmpty } + others.map { [$0.key: $0.value] }
        let found = parts.compactMap { part in
            failure { () throws(EntitlementFailure) in try read(.object(part)) }
        }
        guard found.isEmpty else { return found }
        return failure { () throws(EntitlementFailure) in try read(value) }.map { [$0] } ?? []
    }

    private func failure(_ read: () throws(EntitlementFailure) -> Void) -> EntitlementFailure? {
        do throws(EntitlementFailure) {
            try read()
            return nil
        } catch {
            return error
        }
    }
}
