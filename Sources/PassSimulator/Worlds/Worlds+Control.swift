import PassAdmin
import PassCore
import PassCrypto
import PassDomain
import PassInstruments
import PassTokens

extension Worlds: NamespaceControl {
    func summaries() throws -> [NamespaceSummary] {
        try namespaces.all.map(Self.summary)
    }

    func summary(of name: NamespaceName) throws -> NamespaceSummary? {
        try namespaces.find(name).map(Self.summary)
    }

    private static func summary(_ namespace: Namespace) throws -> NamespaceSummary {
        NamespaceSummary(
            name: namespace.world.name, now: namespace.world.clock.now(),
            records: try namespace.world.stores.count, rules: namespace.rules.count,
            exchanges: namespace.journal?.count ?? 0, idle: namespace.idle,
            keys: namespace.world.ownKeys == nil ? .shared : .own)
    }

    func create(
        _ name: NamespaceName, _ origin: NamespaceOrigin, keys: NamespaceKeys?, idle: TimeToLive?
    ) throws -> Bool {
        let isNew = namespaces.find(name) == nil
        guard namespaces.pin(name) != nil else { throw EntitlementFailure.storeFull }
        do {
            try begin(name, origin, keys)
        } catch {
            if isNew { _ = try? remove(name) }
            throw error
        }
        namespaces.setIdle(idle, of: name)
        return isNew
    }

    private func begin(_ name: NamespaceName, _ origin: NamespaceOrigin, _ keys: NamespaceKeys?) throws {
        let own = keys == .own ? try newKeys() : nil
        switch origin {
        case .startUp: try begin(name, keys: own)
        case .settings(let json5):
            try Self.using(settings: "configuration") {
                try begin(name, with: json5, from: .request, keys: own)
            }
        case .copy(let source):
            guard let source = namespaces.find(source) else {
                throw EntitlementFailure.malformedParameter("copyOf", reason: "names no namespace")
            }
            try begin(name, asCopyOf: source, keys: keys == nil ? source.world.ownKeys : own)
            if source.world.name != name {
                try source.rules.refresh()
                namespaces.find(name)?.rules.replace(by: source.rules)
            }
        }
    }

    /// Runs `body`, which uses the settings in a request.
    ///
    /// - Parameter part: the part of the request that contains the settings.
    /// - Throws: `EntitlementFailure.malformedParameter` for settings that can't be used.
    static func using(settings part: String, _ body: () throws -> Void) throws {
        let reason: String
        do {
            return try body()
        } catch let error as ConfigurationError {
            reason = error.messages.map(withoutPlace).joined(separator: " ")
        } catch let error as SimulatorError {
            reason = "\(error)"
        }
        // The failure's sentence adds its own full stop.
        let text = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
        throw EntitlementFailure.malformedParameter(part, reason: "can't be used: \(text)")
    }

    /// Returns a mistake's sentence without line and column, which are those of a text made of the request's settings.
    private static func withoutPlace(_ message: String) -> String {
        guard message.hasPrefix("configuration:"), let end = message.firstRange(of: ": ") else { return message }
        return String(message[end.upperBound...])
    }

    func removeAll() throws -> Int {
        try namespaces.all.count { try remove($0.world.name) }
    }

    func turnClock(of name: NamespaceName, _ turn: @Sendable (VirtualClock) -> Void) {
        turnClock(name, turn)
    }

    func instruments(of name: NamespaceName) -> Instruments {
        namespaces.restorePinned(name).instruments
    }
}
