extension SettingForm<[String: Configuration.MetadataValue]> {
    /// A form for any JSON object; its members are merged with the older ones, and `null` removes one.
    static let metadata = SettingForm(
        allowed: "an object", spelling: .table
    ) { node, place, older throws(ConfigurationError) in
        guard let members = node.members else { throw place.refuse(node, mustBe: "an object") }
        var metadata = older ?? [:]
        for member in members {
            guard !member.name.isEmpty else {
                throw ConfigurationError(.badValue, "\(place.name(at: member.position)) has a key that is empty.")
            }
            if case .null = member.node.value {
                metadata[member.name] = nil
            } else {
                metadata[member.name] = try value(member.node, place.member(member.name))
            }
        }
        return metadata
    } write: { metadata in
        written(.map(metadata))
    }

    private static func value(
        _ node: JSON5Node, _ place: SettingPlace
    ) throws(ConfigurationError) -> Configuration.MetadataValue {
        switch node.value {
        case .null: throw place.refuse(node, mustBe: "a value other than null in metadata")
        case .flag(let flag): return .flag(flag)
        case .integer(let number): return .integer(number)
        case .number(let number): return .number(number)
        case .text(let text): return .text(text)
        case .list(let nodes):
            var elements: [Configuration.MetadataValue] = []
            for node in nodes { elements.append(try value(node, place)) }
            return .list(elements)
        case .object(let members):
            var map: [String: Configuration.MetadataValue] = [:]
            for member in members { map[member.name] = try value(member.node, place.member(member.name)) }
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
