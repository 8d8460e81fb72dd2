import PassCore
import PassDomain
import PassInstruments

/// The contents of a snapshot file: the state, and the fingerprints of the keys that its tokens need.
struct ReadSnapshot {
    var snapshot: NamespaceSnapshot
    /// The fingerprints of the keys of the simulator that wrote the file.
    var keys: [ExactText: String]

    /// Reads a file. Its settings and records are checked only when they are restored.
    ///
    /// - Throws: `EntitlementFailure.malformedParameter`, `EntitlementFailure.missingParameter`; they name the place of
    ///   the error.
    init(_ bytes: [UInt8], _ reader: RuleReader) throws(EntitlementFailure) {
        let content = try Self.content(bytes)
        if let taken = content["takenAt"], taken.stringValue == nil { throw content.malformed("takenAt", "isn't text") }
        if let origin = content["namespace"], origin.stringValue.flatMap({ NamespaceName($0) }) == nil {
            throw content.malformed("namespace", "isn't the name of a namespace")
        }
        keys = try Self.keys(content)
        snapshot = NamespaceSnapshot(
            clock: try Self.clock(content), settings: try Self.settings(content, bytes),
            rules: try Self.rules(content, reader), identifiers: try Self.identifiers(content),
            latestMediaToken: try content["latestMediaTokenMillis"].map { json throws(EntitlementFailure) in
                try Timestamp.read(json, at: "latestMediaTokenMillis")
            }, throttle: try Self.throttle(content), records: try Self.members("records", content))
        snapshot.start = try Self.start(content, bytes)
        snapshot.node = try Self.node(content)
    }

    /// Returns the members of the file, after checking its format and version.
    private static func content(_ bytes: [UInt8]) throws(EntitlementFailure) -> ControlContent {
        try ControlContent.file(
            bytes, format: SnapshotDocument.format, version: SnapshotDocument.version, names: SnapshotDocument.names,
            mostParts: SnapshotDocument.mostParts)
    }

    private static func clock(_ content: ControlContent) throws(EntitlementFailure) -> NamespaceSnapshot.Clock {
        guard let clock = try content.object("clock", names: SnapshotDocument.clockNames) else {
            throw .missingParameter("clock")
        }
        guard let now = try clock.time("now") else { throw .missingParameter("clock.now") }
        return NamespaceSnapshot.Clock(
            now: now, isFrozen: try clock.bool("frozen") ?? false,
            scale: try clock.number("scale", in: VirtualClock.scales) ?? 1,
            followsRealTime: try clock.bool("followsRealTime") ?? false)
    }

    private static func keys(_ content: ControlContent) throws(EntitlementFailure) -> [ExactText: String] {
        var keys: [ExactText: String] = [:]
        for (name, value) in try members("keys", content) {
            guard let fingerprint = value.stringValue else {
                throw .malformedParameter("keys.\(ControlContent.shown(name.string))", reason: "isn't text")
            }
            keys[name] = fingerprint
        }
        return keys
    }

    private static func settings(
        _ content: ControlContent, _ bytes: [UInt8]
    ) throws(EntitlementFailure) -> String {
        guard let settings = content["configuration"] else { throw .missingParameter("configuration") }
        guard settings.objectValue != nil, let text = JSONValue.text(ofMember: "configuration", in: bytes) else {
            throw content.malformed("configuration", "isn't a JSON object")
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func start(
        _ content: ControlContent, _ bytes: [UInt8]
    ) throws(EntitlementFailure) -> StartDescription? {
        guard let start = try content.object("start", names: SnapshotDocument.startNames) else { return nil }
        let settings = JSONValue.text(ofMember: "start", in: bytes).flatMap { text in
            JSONValue.text(ofMember: "configuration", in: Array(text))
        }
        return StartDescription(
            rules: try start.requiredText("rules"), settings: settings.map { String(decoding: $0, as: UTF8.self) },
            sealedKeys: try start.text("sealedKeys"))
    }

    private static func rules(
        _ content: ControlContent, _ reader: RuleReader
    ) throws(EntitlementFailure) -> [RuleSnapshot] {
        guard let list = content["rules"] else { return [] }
        return try rules(list, content, reader)
    }

    /// Reads a list of rules with their counters, which is the member `rules` of an object.
    static func rules(
        _ list: JSONValue, _ content: ControlContent, _ reader: RuleReader
    ) throws(EntitlementFailure) -> [RuleSnapshot] {
        guard let elements = list.arrayValue, elements.count <= Rules.most else {
            throw content.malformed("rules", "isn't a list of at most \(Rules.most) rules")
        }
        var rules: [RuleSnapshot] = []
        var ids: Set<ExactText> = []
        for (index, element) in elements.enumerated() {
            let rule = try rule(element, at: "rules[\(index)]", reader)
            guard ids.insert(ExactText(rule.state.rule.id)).inserted else {
                throw .malformedParameter("rules[\(index)].id", reason: "is the name of an earlier rule")
            }
            rules.append(rule)
        }
        guard Rules.hasRoom(for: rules.map(\.state.rule)) else {
            throw content.malformed("rules", "has more than \(Rules.mostBytes) bytes")
        }
        return rules
    }

    private static func rule(
        _ value: JSONValue, at place: String, _ reader: RuleReader
    ) throws(EntitlementFailure) -> RuleSnapshot {
        // The refusal of an unknown member lists the names of a rule's members and those of its counters.
        let counters = try ControlContent(value, names: RuleReader.names + SnapshotDocument.ruleNames, at: place)
        var definition = value.objectValue ?? [:]
        for name in SnapshotDocument.ruleNames { definition[name] = nil }
        let rule = try reader.rule(.object(definition), at: place)
        if rule.id.isEmpty { throw .missingParameter(place + ".id") }
        let hits = try counters.integer("hits", in: 0...RuleReader.mostRequests) ?? 0
        let matches = try counters.integer("matches", in: hits...RuleReader.mostRequests) ?? hits
        var random = rule.match.seed ?? 0
        if let text = try counters.text("random") {
            guard let bits = SnapshotDocument.bits(text) else {
                throw counters.malformed("random", "isn't a string of 16 hexadecimal digits")
            }
            random = bits
        }
        return RuleSnapshot(
            RuleState(rule: rule, hits: Int(hits), matches: Int(matches)),
            isConfigured: try counters.bool("configured") ?? false, random: random,
            counter: try counters.text("counter"))
    }

    private static func node(_ content: ControlContent) throws(EntitlementFailure) -> NodeDescription? {
        guard let node = try content.object("node", names: SnapshotDocument.nodeNames) else { return nil }
        return NodeDescription(begun: try node.requiredText("begun"))
    }

    private static func identifiers(_ content: ControlContent) throws(EntitlementFailure) -> UInt64? {
        guard let source = try content.object("identifiers", names: ["position"]) else { return nil }
        guard let position = SnapshotDocument.bits(try source.requiredText("position")) else {
            throw source.malformed("position", "isn't a string of 16 hexadecimal digits")
        }
        return position
    }

    private static func throttle(
        _ content: ControlContent
    ) throws(EntitlementFailure) -> [ExactText: RequestAllowance] {
        guard content["throttle"] != nil else { return [:] }
        var allowances: [ExactText: RequestAllowance] = [:]
        for (address, json) in try members("throttle", content) {
            allowances[address] = try RequestAllowance.read(
                json, at: "throttle.\(ControlContent.shown(address.string))")
        }
        return allowances
    }

    /// Returns the members of a required object.
    private static func members(
        _ name: String, _ content: ControlContent
    ) throws(EntitlementFailure) -> [ExactText: JSONValue] {
        guard let value = content[name] else { throw .missingParameter(name) }
        guard let members = value.objectValue else { throw content.malformed(name, "isn't a JSON object") }
        return members
    }
}
