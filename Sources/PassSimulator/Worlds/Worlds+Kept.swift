import PassAdmin
import PassCore
import PassDomain
import PassInstruments

/// The namespaces that an engine keeps beyond the end of the process: their records, and descriptions of their Worlds.
extension Worlds {
    /// Makes the namespaces of earlier runs again, with their records, clocks, settings and rules.
    ///
    /// Keys of a namespace's own aren't kept: it continues with the installation's.
    ///
    /// - Throws: `SimulatorError` if a namespace can't be made.
    func restoreKept() throws(SimulatorError) {
        guard engine.outlivesProcess else { return }
        do {
            for kept in try engine.keptNamespaces() {
                do {
                    try restore(kept)
                } catch {
                    throw SimulatorError(
                        "The namespace \(kept.name) of the store can't be continued: \(Self.sentence(error)) Remove the "
                            + "store's file to begin anew.")
                }
            }
        } catch let error as SimulatorError {
            throw error
        } catch {
            throw SimulatorError("\(error)")
        }
    }

    private func restore(_ kept: KeptNamespace) throws {
        let description = kept.description
        let snapshot = try description.map { try NamespaceSnapshot.read(description: $0.snapshot, .standard) }
        var settings: Configuration?
        if let snapshot, description?.hasOwnSettings == true {
            settings = try startUp.replaced(by: snapshot.settings)
        }
        let world = try factory(of: settings).continued(
            kept.name, on: kept.shelf, snapshot, since: description?.clockSince ?? Timestamp(milliseconds: 0))
        let namespace = namespaces.restore(
            world, isPinned: description?.isPinned ?? false, idle: description?.idle)
        let own = settings
        configurations.withLock { $0[kept.name] = own }
        guard let snapshot else { return }
        namespace.rules.restore(snapshot.rules)
        // The configuration may have got other rules since.
        let configured = (settings ?? startUp).rules.map(\.rule)
        func unnamed(_ rule: Rule) -> Rule {
            var rule = rule
            rule.id = ""
            return rule
        }
        let known = snapshot.rules.filter(\.isConfigured).map(\.state.rule)
        if known.map(unnamed) != configured.map(unnamed) {
            namespace.rules.configure(configured)
        }
    }

    private static func sentence(_ error: any Error) -> String {
        switch error {
        case let error as ConfigurationError: error.messages.joined(separator: " ")
        case EntitlementFailure.malformedParameter(let place, let reason): "\(place) \(reason)."
        case EntitlementFailure.missingParameter(let place): "\(place) is missing."
        default: "\(error)"
        }
    }

    /// Has the engine keep the descriptions of the namespaces that hold something.
    ///
    /// - Throws: `StoreError`.
    func keepDescriptions() throws {
        guard engine.outlivesProcess else { return }
        for namespace in namespaces.all where !namespace.isEmpty || namespaces.isPinned(namespace.world.name) {
            try keepDescription(of: namespace)
        }
    }

    /// Has the engine keep the description of a namespace that an operation may have changed.
    ///
    /// - Throws: `StoreError`.
    func keepDescription(of name: NamespaceName) throws {
        guard engine.outlivesProcess, let namespace = namespaces.find(name) else { return }
        try keepDescription(of: namespace)
    }

    private func keepDescription(of namespace: Namespace) throws {
        let name = namespace.world.name
        let own = configurations.withLock { $0[name] } != nil
        let text = SnapshotText(namespace.world, namespace.rules.snapshots)
        let (snapshot, since) = text.description(settings: own ? settingsText(of: name) : nil)
        try namespace.world.stores.shelf?.keep(
            WorldDescription(
                snapshot: snapshot, clockSince: since, hasOwnSettings: own, isPinned: namespaces.isPinned(name),
                idle: namespace.idle))
    }

    /// Keeps the descriptions, then ends the engine's work.
    func close() {
        // The records are in the engine already. Without a last description, the namespaces continue from an older one.
        try? keepDescriptions()
        engine.close()
    }
}
