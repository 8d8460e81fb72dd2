extension JSON5Node.Value {
    /// Returns this value merged with `now`, where both have been made from `before` by different changes.
    ///
    /// Members that were changed or removed in this value stay changed or removed. All others are as in `now`. Objects
    /// are merged member by member; a list counts as one value.
    ///
    /// - Parameters:
    ///   - before: the value that was changed to make this one.
    ///   - now: the value that has replaced `before` in the meantime.
    func merged(before: JSON5Node.Value, now: JSON5Node.Value) -> JSON5Node.Value {
        if self == before { return now }
        if before == now { return self }
        guard case .object(let members) = self, case .object(let formerMembers) = before,
            case .object(let newMembers) = now
        else { return self }
        func value(_ name: String, _ members: [JSON5Node.Member]) -> JSON5Node.Value? {
            members.first { $0.name.utf8.elementsEqual(name.utf8) }?.node.value
        }
        var merged: [JSON5Node.Member] = []
        for member in members {
            let (before, now) = (value(member.name, formerMembers), value(member.name, newMembers))
            if let before, let now {
                merged.append(.init(member.name, member.node.value.merged(before: before, now: now)))
            } else if before != member.node.value {
                merged.append(member)
            }
        }
        for member in newMembers where value(member.name, members) == nil && value(member.name, formerMembers) == nil {
            merged.append(member)
        }
        return .object(merged)
    }

    /// The value without the positions of its parts in a text, so that comparisons ignore them.
    var withoutPositions: JSON5Node.Value {
        switch self {
        case .list(let nodes): .list(nodes.map { JSON5Node($0.value.withoutPositions) })
        case .object(let members): .object(members.map { .init($0.name, $0.node.value.withoutPositions) })
        case .null, .flag, .integer, .number, .text: self
        }
    }
}
