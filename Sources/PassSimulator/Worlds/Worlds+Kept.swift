import PassAdmin
import PassCore
import PassCrypto
import PassDomain
import PassInstruments
import PassTokens

/// The namespaces that an engine keeps beyond the end of the process: their records, and descriptions of their Worlds.
extension Worlds {
    /// Restores the namespaces of earlier runs, with their records, clocks, settings and rules.
    ///
    /// - Throws: `SimulatorError` if a namespace can't be restored.
    func restoreKept() throws(SimulatorError) {
        // `SharedWorlds` copies the namespaces of a shared store when this node joins.
        guard engine.outlivesProcess, !isShared else { return }
        do {
            for kept in try engine.keptNamespaces() {
                do {
                    try restore(kept)
                } catch {
                    throw SimulatorError(
                        "The namespace \(kept.name) can't be loaded from the store: \(Self.sentence(error)) To start "
                            + "without it, use another store."
                    )
                }
            }
        } catch let error as SimulatorError {
            throw error
        } catch {
            throw SimulatorError("\(error)")
        }
    }

    /// Restores a namespace of an earlier run, or updates one that another node has changed.
    ///
    /// - Throws: an error that says why the description can't be used.
    func restore(_ kept: KeptNamespace) throws {
        let description = kept.description
        let snapshot = try description.map { try NamespaceSnapshot.read(description: $0.snapshot, .standard) }
        var settings: Configuration?
        if let snapshot, description?.hasOwnSettings == true {
            settings = try continued(snapshot.settings, since: snapshot.start?.settings)
        }
        let former = namespaces.peek(kept.name)?.world
        let ownKeys = try snapshot?.start?.sealedKeys.flatMap { try openedKeys($0, former: former?.ownKeys) }
        let world = try factory(of: settings).with(ownKeys).continued(
            kept.name, on: kept.shelf, snapshot, since: description?.clockSince ?? Timestamp(milliseconds: 0),
            after: former)
        let namespace = namespaces.restore(
            world, isPinned: description?.isPinned ?? false, idle: description?.idle)
        let own = settings
        configurations.withLock { $0[kept.name] = own }
        defer { takeOver(snapshot?.node, of: namespace) }
        namespace.journal?.markCut()
        guard let snapshot else { return }
        namespace.rules.restore(snapshot.rules)
        // The rules in the configuration may have changed since the description was stored.
        let configured = settings ?? startUp
        if snapshot.start?.rules != Self.digest(ofRules: configured) {
            namespace.rules.configure(configured.rules.map(\.rule))
        }
    }

    /// Returns the settings of a namespace that has settings of its own.
    ///
    /// Settings that were changed in the namespace keep their values. All others have those in the configuration of
    /// this start.
    ///
    /// - Parameters:
    ///   - text: all settings of the namespace.
    ///   - start: the settings in the configuration of the run that stored `text`; `nil` if they aren't known.
    /// - Throws: `ConfigurationError`.
    private func continued(_ text: String, since start: String?) throws -> Configuration {
        let kept = try startUp.replaced(by: text)
        guard let start else { return kept }
        let form = ConfigurationSchema.worldForm
        func value(_ text: String) throws(ConfigurationError) -> JSON5Node.Value {
            try ConfigurationLayer(text: text).document.value.withoutPositions
        }
        let merged = try value(text).merged(before: try value(start), now: form.write(startUp).withoutPositions)
        // A changed setting may refer to something that the configuration no longer has.
        return (try? startUp.replaced(by: merged.jsonText)) ?? kept
    }

    private static func digest(ofRules configuration: Configuration) -> String {
        let text = SettingForm.rules.write(configuration.rules).jsonText
        return Hex.encode(Digest.sha256(Array(text.utf8)))
    }

    private static func sentence(_ error: any Error) -> String {
        switch error {
        case let error as ConfigurationError: error.messages.joined(separator: " ")
        case EntitlementFailure.malformedParameter(let place, let reason): "\(place) \(reason)."
        case EntitlementFailure.missingParameter(let place): "\(place) is missing."
        default: "\(error)"
        }
    }

    /// Stores the descriptions of the namespaces that hold something or are pinned, if the store outlives the process.
    ///
    /// Nothing happens for a shared store, in which a node stores a description only when it changes the namespace.
    ///
    /// - Throws: `StoreError`.
    func keepDescriptions() throws {
        guard engine.outlivesProcess, !isShared else { return }
        for namespace in namespaces.all where !namespace.isEmpty || namespaces.isPinned(namespace.world.name) {
            try keepDescription(of: namespace)
        }
    }

    /// Stores the description of a namespace that an operation may have changed, if the store outlives the process.
    ///
    /// - Throws: `StoreError`, with the code `outdated` if another node has stored a different description since this
    ///   node last read or stored it.
    func keepDescription(of name: NamespaceName) throws {
        guard engine.outlivesProcess, let namespace = namespaces.find(name) else { return }
        try keepDescription(of: namespace)
    }

    private func keepDescription(of namespace: Namespace) throws {
        let name = namespace.world.name
        let settings = configurations.withLock { $0[name] }
        let own = settings != nil
        try namespace.rules.refresh()
        let text = SnapshotText(namespace.world, namespace.rules.snapshots)
        let start = StartDescription(
            rules: Self.digest(ofRules: settings ?? startUp),
            settings: own ? ConfigurationSchema.worldForm.write(startUp).jsonText : nil,
            sealedKeys: namespace.world.ownKeys.map { sealed($0) })
        let (snapshot, since) = text.description(
            settings: own ? settingsText(of: name) : nil, start: start,
            node: isShared ? nodeDescription(of: namespace) : nil)
        try namespace.world.stores.shelf?.keep(
            WorldDescription(
                snapshot: snapshot, clockSince: since, hasOwnSettings: own, isPinned: namespaces.isPinned(name),
                idle: namespace.idle))
        sharing.withLock { $0[name]?.isRegistered = true }
    }

    /// A sentence that says why the store fails; `nil` while it works.
    ///
    /// Each access to the property makes another thread try the store again.
    var storeTrouble: String? {
        let trouble = engine.trouble
        engine.probe()
        return trouble?.message
    }

    /// Stores the descriptions, and then ends the engine's work.
    func close() {
        // If this fails, the namespaces continue from older descriptions at the next start. Their records are in the
        // engine already.
        try? keepDescriptions()
        engine.close()
    }
}
