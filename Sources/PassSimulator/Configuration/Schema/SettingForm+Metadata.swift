extension SettingForm<[String: Configuration.MetadataValue]> {
    /// A form for any JSON object; its members are merged with the older ones, and `null` removes one.
    static let metadata = SettingForm(
        allowed: "an object", spelling: .table
    ) { node, place, older, mistakes in
        guard let members = node.members else {
            mistakes.add(place.refuse(node, mustBe: "an object"))
            return nil
        }
        var metadata = older ?? [:]
        for member in members {
            if member.name.isEmpty {
                let name = place.name(at: member.position)
                mistakes.add(.badValue, "\(name) has a key that is empty.", at: member.position)
            } else if case .null = member.node.value {
                metadata[member.name] = nil
            } else {
                metadata[member.name] = value(member.node, place.member(member.name), &mistakes)
            }
        }
        return metadata
    } write: { metadata in
        written(.map(metadata))
    }

    private static func value(
        _ node: JSON5Node, _ place: SettingPlace, _ mistakes: inout ConfigurationMistakes
    ) -> Configuration.MetadataValue? {
        switch node.value {
        case .null:
            mistakes.add(place.refuse(node, mustBe: "a value other than null in metadata"))
            return nil
        case .flag(let flag): return .flag(flag)
        case .integer(let number): return .integer(number)
        case .number(let number): return .number(number)
        case .text(let text): return .text(text)
        case .list(let nodes):
            return .list(nodes.compactMap { value($0, place, &mistakes) })
        case .object(let members):
            var map: [String: Configuration.MetadataValue] = [:]
            for member in members { map[member.name] = value(member.node, place.member(member.name), &mistakes) }
            return .map(map)
        }
    }

    private static func written(_ value: Configuration.MetadataValue) -> JSON5Node.Value {
        switch value {
        case .text(let text): .text(text)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        case .list(let elements): .list(elements.map { JSON5Node(written($0)) })
        case .map(let map): .object(map.keys.sorted().map { .init($0, map[$0].map(written) ?? .null) })
        }
    }
}
