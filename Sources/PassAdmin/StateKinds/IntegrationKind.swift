import PassCore
import PassDomain
import PassEndpointKit

/// The integrations of requestors with MVPDs. An entry's identifier is `REQUESTOR:MVPD`, and its settings are those of
/// the MVPD in the requestor's setting `mvpds`.
struct IntegrationKind: StateKind {
    let name = "integrations"
    let filters = ["requestor", "mvpd"]

    /// The MVPDs of one requestor, as the configuration states them.
    private struct Integrations {
        let requestor: String
        /// The settings by MVPD; `nil` if the requestor is integrated with all MVPDs.
        let own: [ExactText: JSONValue]?
        /// The MVPDs that the requestor isn't integrated with, even if `own` or the configuration has them.
        let excluded: [String]
        /// All MVPDs of the configuration.
        let all: Set<ExactText>

        init(_ requestor: String, _ settings: JSONValue, all: Set<ExactText>) {
            self.requestor = requestor
            own = settings["mvpds"]?.objectValue
            excluded = (settings["excludedMVPDs"]?.arrayValue ?? []).compactMap(\.stringValue)
            self.all = all
        }

        var entries: [StateEntry] {
            (own.map { Set($0.keys) } ?? all).compactMap { entry($0.string) }
        }

        func entry(_ mvpd: String) -> StateEntry? {
            let settings = own.map { $0[mvpd] } ?? (all.contains(ExactText(mvpd)) ? JSONValue.object([:]) : nil)
            guard let settings, !excluded.containsBytes(of: mvpd) else { return nil }
            var entry = StateEntry("\(requestor):\(mvpd)")
            entry.add("requestor", requestor)
            entry.add("mvpd", mvpd)
            entry.add(settings)
            return entry
        }

        /// Returns the requestor's settings with changed settings for one MVPD.
        func changing(_ mvpd: String, _ settings: JSONValue) -> JSONValue {
            var mvpds: [ExactText: JSONValue] = [:]
            // A requestor without a list is integrated with all MVPDs, so its first list names them all.
            if own == nil { for other in all { mvpds[other] = .object([:]) } }
            mvpds[mvpd] = settings
            var changes: [ExactText: JSONValue] = ["mvpds": .object(mvpds)]
            if excluded.containsBytes(of: mvpd) {
                changes["excludedMVPDs"] = .array(excluded.filter { !$0.hasSameBytes(as: mvpd) }.map(JSONValue.string))
            }
            return .object(changes)
        }

        /// Returns the requestor's settings without one MVPD.
        func removing(_ mvpd: String) -> JSONValue {
            own == nil
                ? .object(["excludedMVPDs": .array((excluded + [mvpd]).map(JSONValue.string))])
                : .object(["mvpds": .object([ExactText(mvpd): .null])])
        }
    }

    func entries(_ scope: StateScope) -> [StateEntry] {
        let all = Set(Self.table("mvpds", scope).keys)
        return Self.table("requestors", scope).flatMap { Integrations($0.key.string, $0.value, all: all).entries }
    }

    func count(_ scope: StateScope) -> Int { entries(scope).count }

    func change(_ id: String, by exchange: Exchange, _ scope: StateScope) throws -> StateChange? {
        let settings = try Self.settings(exchange)
        guard let (before, mvpd) = find(id, scope) else { return nil }
        try configure(before, before.changing(mvpd, settings), scope)
        guard let entry = find(id, scope)?.integrations.entry(mvpd) else { return nil }
        return StateChange(entry: entry, isNew: before.entry(mvpd) == nil)
    }

    func remove(_ id: String, _ scope: StateScope) throws -> Bool {
        guard let (before, mvpd) = find(id, scope), before.entry(mvpd) != nil else { return false }
        try configure(before, before.removing(mvpd), scope)
        return true
    }

    private func configure(_ integrations: Integrations, _ changes: JSONValue, _ scope: StateScope) throws {
        let requestors = JSONValue.object([ExactText(integrations.requestor): changes])
        _ = try Self.configure(.object(["requestors": requestors]), scope)
    }

    /// Finds the requestor and the MVPD that an identifier names; `nil` if it names no known requestor.
    private func find(_ id: String, _ scope: StateScope) -> (integrations: Integrations, mvpd: String)? {
        let requestors = Self.table("requestors", scope)
        let bytes = Array(id.utf8)
        for colon in bytes.indices where bytes[colon] == UInt8(ascii: ":") && colon + 1 < bytes.count {
            let requestor = String(decoding: bytes[..<colon], as: UTF8.self)
            guard let settings = requestors[requestor] else { continue }
            let all = Set(Self.table("mvpds", scope).keys)
            let mvpd = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
            return (Integrations(requestor, settings, all: all), mvpd)
        }
        return nil
    }
}
