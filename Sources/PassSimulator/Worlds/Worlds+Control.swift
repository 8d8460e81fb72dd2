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
            do {
                try begin(name, with: json5)
            } catch let error as ConfigurationError {
                throw EntitlementFailure.malformedParameter(
                    "configuration", reason: "can't be used: " + error.messages.joined(separator: " "))
            } catch let error as SimulatorError {
                throw EntitlementFailure.malformedParameter("configuration", reason: "can't be used: \(error)")
            }
        case .copy(let source):
            guard let source = namespaces.find(source) else {
                throw EntitlementFailure.malformedParameter("copyOf", reason: "names no namespace")
            }
            try begin(name, asCopyOf: source)
            if source.world.name != name { namespaces.find(name)?.rules.replace(by: source.rules) }
        }
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
