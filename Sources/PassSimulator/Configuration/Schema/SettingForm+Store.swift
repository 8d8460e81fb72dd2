import PassCore

extension SettingForm<Configuration.Store> {
    /// A form for the place of the records; a relative path in a configuration file starts at the folder of that file.
    static let store = SettingForm(allowed: allowed, spelling: .text("memory|sqlite:FILE|redis://HOST:PORT/DB")) {
        node, place, _, mistakes in
        guard case .text(let text) = node.value, let store = parse(text) else {
            mistakes.add(place.refuse(withoutPassword(node), mustBe: allowed))
            return nil
        }
        return if case .sqlite(let file) = store { .sqlite(file: place.resolved(file)) } else { store }
    } write: { store in
        switch store {
        case .memory: .text("memory")
        case .sqlite(let file): .text(scheme + file)
        case .redis(let database): .text(database.url)
        }
    }

    private static let allowed =
        "\"memory\", \"sqlite:FILE\" for a file that outlives a restart, or \"redis://[USER:PASSWORD@]HOST:PORT/DB\" for a "
        + "database of Valkey or Redis (rediss:// with TLS, redis+sentinel:// through sentinels), which several "
        + "simulators may share"
    private static let scheme = "sqlite:"

    private static func parse(_ text: String) -> Configuration.Store? {
        if text.hasSameBytes(as: "memory") { return .memory }
        if let database = Configuration.RedisDatabase(text) { return .redis(database) }
        let file = text.dropFirst(scheme.count)
        guard text.hasPrefix(scheme), !file.isEmpty, !text.utf8.contains(0) else { return nil }
        return .sqlite(file: String(file))
    }

    /// Returns the value without user and password, so that a message may show it.
    private static func withoutPassword(_ node: JSON5Node) -> JSON5Node {
        guard case .text(let text) = node.value, let end = text.lastIndex(of: "@") else { return node }
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        guard start <= end else { return node }
        var node = node
        node.value = .text(text[..<start] + "\u{2026}" + text[end...])
        return node
    }
}
