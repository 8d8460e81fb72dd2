import PassCore

extension SettingForm<Configuration.Store> {
    /// A form for the place of the records; a relative path in a configuration file starts at the folder of that file.
    static let store = SettingForm(
        allowed: "\"memory\", or \"sqlite:FILE\" for a file that outlives a restart",
        spelling: .text("memory|sqlite:FILE")
    ) { node, place, _, mistakes in
        words.read(node, place, nil, &mistakes).map { store in
            if case .sqlite(let file) = store { .sqlite(file: place.resolved(file)) } else { store }
        }
    } write: {
        words.write($0)
    }

    private static let scheme = "sqlite:"

    private static let words = parsed(
        "\"memory\", or \"sqlite:FILE\" for a file that outlives a restart", "memory|sqlite:FILE",
        parse: { text in
            if text.hasSameBytes(as: "memory") { return .memory }
            let file = text.dropFirst(scheme.count)
            guard text.hasPrefix(scheme), !file.isEmpty, !text.utf8.contains(0) else { return nil }
            return .sqlite(file: String(file))
        },
        write: { store in
            switch store {
            case .memory: "memory"
            case .sqlite(let file): scheme + file
            }
        })
}
