import PassAdmin
import PassCore
import PassDomain
import PassInstruments

extension Worlds: NamespaceControl {
    func summaries() -> [NamespaceSummary] {
        namespaces.all.map(Self.summary)
    }

    func summary(of name: NamespaceName) -> NamespaceSummary? {
        namespaces.find(name).map(Self.summary)
    }

    private static func summary(_ namespace: Namespace) -> NamespaceSummary {
        NamespaceSummary(
            name: namespace.world.name, now: namespace.world.clock.now(),
            records: (try? namespace.world.stores.count) ?? 0, rules: namespace.rules.count,
            exchanges: namespace.journal?.count ?? 0, idle: namespace.idle)
    }

    func create(_ name: NamespaceName, _ origin: NamespaceOrigin, idle: TimeToLive?) throws -> Bool {
        let isNew = namespaces.find(name) == nil
        guard namespaces.pin(name) != nil else { throw EntitlementFailure.storeFull }
        do {
            try begin(name, origin)
        } catch {
            if isNew { _ = remove(name) }
            throw error
        }
        namespaces.setIdle(idle, of: name)
        return isNew
    }

    private func begin(_ name: NamespaceName, _ origin: NamespaceOrigin) throws {
        switch origin {
        case .startUp: reset(name)
        case .settings(let json5):
            try Self.using(settings: "configuration") { try begin(name, with: json5, from: .request) }
        case .copy(let source):
            guard let source = namespaces.find(source) else {
                throw EntitlementFailure.malformedParameter("copyOf", reason: "names no namespace")
            }
            try begin(name, asCopyOf: source)
            if source.world.name != name { namespaces.find(name)?.rules.replace(by: source.rules) }
        }
    }

    /// Runs `body`, which uses settings of a request.
    ///
    /// - Parameter part: the part of the request that has the settings.
    /// - Throws: `EntitlementFailure.malformedParameter` for settings that can't be used.
    static func using(settings part: String, _ body: () throws -> Void) throws {
        let reason: String
        do {
            return try body()
        } catch let error as ConfigurationError {
            reason = error.messages.joined(separator: " ")
        } catch let error as SimulatorError {
            reason = "\(error)"
        }
        // The failure's sentence brings its own full stop.
        let text = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
        throw EntitlementFailure.malformedParameter(part, reason: "can't be used: \(text)")
    }

    func removeAll() -> Int {
        namespaces.all.count { remove($0.world.name) }
    }

    func turnClock(of name: NamespaceName, _ turn: @Sendable (VirtualClock) -> Void) {
        turnClock(name, turn)
    }

    func instruments(of name: NamespaceName) -> Instruments {
        namespaces.restorePinned(name).instruments
    }
}
