package import PassCore
package import PassDomain
package import PassInstruments

/// The parts of a snapshot file other than the records.
package struct SnapshotText {
    private let world: World
    private let rules: [RuleSnapshot]

    package init(_ world: World, _ rules: [RuleSnapshot]) {
        self.world = world
        self.rules = rules
    }

    /// Returns the state of a World without its records, as text that stays the same until something changes.
    ///
    /// For a running clock, the text contains the time that the clock showed when the machine's clock showed `since`.
    ///
    /// - Parameters:
    ///   - settings: the text of the namespace's own settings; `nil` if it has none.
    ///   - node: the part that only the other nodes of a shared store need; `nil` if the store isn't shared.
    package func description(
        settings: [UInt8]?, start: StartDescription, node: NodeDescription? = nil
    ) -> (snapshot: [UInt8], since: Timestamp) {
        let anchor = (world.clock as? VirtualClock)?.anchor
        let snapshot = JSONWriter.object { file in
            writeHead(takenAt: nil, to: &file)
            write(world.clock, showing: anchor?.shown ?? Timestamp(milliseconds: 0), to: &file)
            writeState(
                keys: [:], settings: settings ?? Array("{}".utf8), counters: true, world.throttle.all, to: &file)
            if let node { node.write(to: &file) }
            file.memberObject("records") { _ in }
            start.write(to: &file)
        }
        return (snapshot, anchor?.since ?? Timestamp(milliseconds: 0))
    }

    /// Returns the whole state of a World as a snapshot file; `nil` if it is too large.
    ///
    /// - Parameters:
    ///   - keys: the fingerprints of the World's keys.
    ///   - settings: the text of all settings.
    /// - Throws: `StoreError`.
    func file(takenAt time: Timestamp, keys: [ExactText: String], settings: [UInt8]) throws -> [UInt8]? {
        let allowances = try world.allowances
        // Errors have to be thrown after everything is written, because the writer's closure can't throw.
        var records = Result<Bool, any Error>.success(false)
        let body = JSONWriter.object { file in
            writeHead(takenAt: time, to: &file)
            write(world.clock, showing: world.clock.now(), to: &file)
            writeState(keys: keys, settings: settings, allowances, to: &file)
            file.memberObject("records") { kinds in
                records = Result { try world.stores.write(to: &kinds, atMost: SnapshotDocument.longest) }
            }
        }
        return try records.get() && body.count <= SnapshotDocument.longest ? body : nil
    }

    func writeHead(takenAt time: Timestamp?, to file: inout JSONWriter) {
        file.member("format", SnapshotDocument.format)
        file.member("version", SnapshotDocument.version)
        if let time { file.member("takenAt", CivilTime.isoDateWithMilliseconds(time)) }
        file.member("namespace", world.name.rawValue)
    }

    func write(_ clock: any WallClock, showing now: Timestamp, to file: inout JSONWriter) {
        let virtual = clock as? VirtualClock
        file.memberObject("clock") { members in
            members.member("now", CivilTime.isoDateWithMilliseconds(now))
            members.member("frozen", virtual?.isFrozen ?? false)
            members.member("scale", JSONValue.number(virtual?.scale ?? 1))
            members.member("followsRealTime", virtual == nil)
        }
    }

    /// Writes the members between the clock and the records.
    ///
    /// - Parameters:
    ///   - counters: whether to write each rule's counter name, by which the nodes of a shared store count together.
    ///   - allowances: the allowances of the throttle, by address.
    func writeState(
        keys: [ExactText: String], settings: [UInt8], counters: Bool = false,
        _ allowances: [ExactText: RequestAllowance], to file: inout JSONWriter
    ) {
        file.memberObject("keys") { members in
            for (name, fingerprint) in keys.sorted(by: { $0.key < $1.key }) {
                members.member(.text(name.string), fingerprint)
            }
        }
        file.members(Array("\"configuration\":".utf8) + settings)
        if let source = world.identifiers as? SeededIdentifierSource {
            file.memberObject("identifiers") { $0.member("position", SnapshotDocument.text(of: source.position)) }
        }
        let latest = world.stores.latestPresentation.value
        if latest.milliseconds != .min { file.member("latestMediaTokenMillis", latest.json) }
        file.memberArray("rules") { Self.write(rules, counters: counters, to: &$0) }
        if !allowances.isEmpty { file.member("throttle", JSONValue.object(allowances.mapValues(\.json))) }
    }

    /// Writes rules with their counters as the elements of a list.
    ///
    /// - Parameter counters: whether to write each rule's counter name, by which the nodes of a shared store count
    ///   together.
    static func write(_ rules: [RuleSnapshot], counters: Bool, to list: inout JSONWriter) {
        for rule in rules {
            list.elementObject { members in
                // The member `added` is left out, because earlier versions refuse a member that they don't know.
                var state = rule.state
                state.added = nil
                RuleDocument.write(state, to: &members)
                members.member("configured", rule.isConfigured)
                members.member("random", SnapshotDocument.text(of: rule.random))
                if counters { members.memberIfPresent("counter", rule.counter) }
            }
        }
    }
}

extension NodeDescription {
    fileprivate func write(to file: inout JSONWriter) {
        file.memberObject("node") { $0.member("begun", begun) }
    }
}

extension StartDescription {
    fileprivate func write(to file: inout JSONWriter) {
        file.memberObject("start") { members in
            members.member("rules", rules)
            if let settings { members.members(Array("\"configuration\":\(settings)".utf8)) }
            members.memberIfPresent("sealedKeys", sealedKeys)
        }
    }
}

extension NamespaceSnapshot {
    /// Reads what `SnapshotText.description(settings:start:node:)` has written.
    ///
    /// - Throws: `EntitlementFailure`, which names the place of the error.
    package static func read(
        description bytes: [UInt8], _ reader: RuleReader
    ) throws(EntitlementFailure) -> NamespaceSnapshot {
        try ReadSnapshot(bytes, reader).snapshot
    }
}

extension World {
    /// The allowances of the throttle by address. If the store is shared, each one counts the requests to all nodes.
    fileprivate var allowances: [ExactText: RequestAllowance] {
        get throws {
            guard let shared = stores.nodes?.allowances else { return throttle.all }
            let pairs = try shared.records(now: clock.now()).map { ($0.key, $0.allowance) }
            return Dictionary(pairs) { _, last in last }
        }
    }
}
