extension ConfigurationLayer {
    /// Returns a setting's name for a message, with the most precise place in the layers, and that place itself.
    ///
    /// - Parameters:
    ///   - path: the names from the top down to the setting.
    ///   - id: the ID in the setting, whose own place is returned where the setting is a list or a table.
    ///   - removed: the path of the entry that the setting refers to. It is used where no layer has the setting, since
    ///     a layer may have removed the entry.
    static func name(
        of path: [String], _ id: String, removed: [String], in layers: [ConfigurationLayer]
    ) -> (name: String, position: JSON5Node.Position?) {
        for sought in [path, removed] {
            var best: (depth: Int, name: String, position: JSON5Node.Position?)?
            for layer in layers.reversed() {
                let found = layer.find(sought, id)
                guard found.depth > best?.depth ?? 1 else { continue }
                let place = SettingPlace(path: path, source: layer.source)
                best = (found.depth, place.name(at: found.position), found.position)
            }
            if let best { return (best.name, best.position) }
        }
        return (path.joined(separator: "."), nil)
    }

    /// Returns how many names of the path this layer has, and the place of the last one's value.
    private func find(_ path: [String], _ id: String) -> (depth: Int, position: JSON5Node.Position?) {
        var node = document
        var depth = 0
        while depth < path.count, let next = node[path[depth]] {
            node = next
            depth += 1
        }
        guard depth == path.count else { return (depth, node.position) }
        switch node.value {
        case .list(let elements): return (depth, (elements.first { $0.value == .text(id) } ?? node).position)
        case .object(let members): return (depth, members.first { $0.name == id }?.position ?? node.position)
        default: return (depth, node.position)
        }
    }
}
