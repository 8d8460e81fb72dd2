import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The requestors, the MVPDs or the subscribers: entries of a table of the configuration. An entry has the settings as
/// in a configuration file; absent settings have their defaults.
struct SettingKind: StateKind {
    /// The name of the table.
    let name: String
    let filters: [String] = []

    func entries(_ scope: StateScope) -> [StateEntry] {
        table(scope).map { id, settings in Self.entry(id.string, settings) }
    }

    func count(_ scope: StateScope) -> Int { table(scope).count }

    func change(_ id: String, by exchange: Exchange, _ scope: StateScope) throws -> StateChange? {
        let content = try Self.settings(exchange)
        let isNew = table(scope)[id] == nil
        _ = try configure(id, content, scope)
        guard let settings = table(scope)[id] else { return nil }
        return StateChange(entry: Self.entry(id, settings), isNew: isNew)
    }

    func remove(_ id: String, _ scope: StateScope) throws -> Bool {
        guard table(scope)[id] != nil else { return false }
        _ = try configure(id, .null, scope)
        return true
    }

    /// Changes the given settings of an entry and keeps the others; `null` removes the entry.
    private func configure(_ id: String, _ settings: JSONValue, _ scope: StateScope) throws -> World {
        try Self.configure(.object([ExactText(name): .object([ExactText(id): settings])]), scope)
    }

    private func table(_ scope: StateScope) -> [ExactText: JSONValue] { Self.table(name, scope) }

    private static func entry(_ id: String, _ settings: JSONValue) -> StateEntry {
        var entry = StateEntry(id)
        entry.add(settings)
        return entry
    }
}

extension StateKind {
    /// Returns a table of the configuration.
    static func table(_ name: String, _ scope: StateScope) -> [ExactText: JSONValue] {
        scope.control.settings(of: scope.world.name)[name]?.objectValue ?? [:]
    }

    /// Changes the given settings of the namespace and keeps the others.
    static func configure(_ settings: JSONValue, _ scope: StateScope) throws -> World {
        try scope.control.configure(
            scope.world.name, String(decoding: JSONWriter.bytes(of: settings), as: UTF8.self))
    }

    /// Reads a request's content, an object with settings.
    static func settings(_ exchange: Exchange) throws(EntitlementFailure) -> JSONValue {
        let (value, hasRepeatedName) = try ControlContent.parse(exchange.request.body)
        guard case .object = value else { throw .malformedParameter("The content", reason: "isn't a JSON object") }
        if hasRepeatedName {
            throw .malformedParameter("The content", reason: "has an object with the same name twice")
        }
        return value
    }
}

extension StateEntry {
    /// Adds the settings of an entry of the configuration, in the order of their names.
    mutating func add(_ settings: JSONValue) {
        for (name, value) in (settings.objectValue ?? [:]).sorted(by: { $0.key < $1.key }) { add(name.string, value) }
    }
}
