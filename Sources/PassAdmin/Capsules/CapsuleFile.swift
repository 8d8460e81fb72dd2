package import PassCore
package import PassDomain
package import PassInstruments

/// The contents of a capsule.
package struct CapsuleFile: Sendable {
    package var title: String?
    package var namespace: NamespaceName
    package var savedAt: Timestamp
    /// Whether pseudonyms replace the secrets.
    package var isMasked: Bool
    /// Whether the capsule contains everything that happened since the namespace began.
    package var isComplete: Bool
    /// The state with which the namespace began, without records.
    package var start: NamespaceSnapshot
    /// The state when the capsule was saved.
    package var state: NamespaceSnapshot
    /// The fingerprints of the saved namespace's keys.
    package var keys: [ExactText: String]
    package var turns: [ClockTurn]
    package var steps: [JournalStep]
    /// The exchanges with the IDs that they had in the saved namespace.
    package var exchanges: [(id: ExchangeID, entry: JournalEntry)]

    /// The maximum number of exchanges in a capsule.
    private static let mostExchanges = 100_000
    private static let mostSteps = 10_000

    /// Reads a capsule. The settings and records of its states are checked only when they are restored.
    ///
    /// - Throws: `EntitlementFailure.malformedParameter`, `EntitlementFailure.missingParameter`; they name the place of
    ///   the error.
    package init(_ bytes: [UInt8], _ reader: RuleReader) throws(EntitlementFailure) {
        let content = try Self.content(bytes)
        title = try content.text("title")
        guard let name = NamespaceName(try content.requiredText("namespace")) else {
            throw content.malformed("namespace", "isn't the name of a namespace")
        }
        namespace = name
        guard let time = try content.time("savedAt") else { throw .missingParameter("savedAt") }
        savedAt = time
        guard let secrets = SecretDisplay(rawValue: try content.requiredText("secrets")) else {
            throw content.malformed("secrets", "isn't one of shown, masked")
        }
        isMasked = secrets == .masked
        isComplete = try content.bool("complete") ?? false
        start = try Self.snapshot("start", bytes, reader).snapshot
        let state = try Self.snapshot("state", bytes, reader)
        (self.state, keys) = (state.snapshot, state.keys)
        self.state.records["codes"] = state.snapshot.records["codes"].map(Self.withUUIDs)
        turns = try Self.list("turns", content, atMost: Self.mostSteps) { (value, place) throws(EntitlementFailure) in
            try Self.turn(value, at: place)
        }
        steps = try Self.list("steps", content, atMost: Self.mostSteps) { (value, place) throws(EntitlementFailure) in
            try Self.step(value, at: place, reader)
        }
        exchanges = try Self.list("exchanges", content, atMost: Self.mostExchanges) {
            (value, place) throws(EntitlementFailure) in
            try Self.exchange(value, at: place)
        }
    }

    /// Returns registration codes with a UUID in place of each pseudonym of an identifier, because an identifier must
    /// be a UUID.
    private static func withUUIDs(_ codes: JSONValue) -> JSONValue {
        guard let elements = codes.arrayValue else { return codes }
        return .array(
            elements.map { code in
                guard var members = code.objectValue, let id = members["id"]?.stringValue, let uuid = uuid(for: id)
                else { return code }
                members["id"] = .string(uuid)
                return .object(members)
            })
    }

    /// Returns the text of a snapshot with a UUID in place of each pseudonym of a registration code's identifier. The
    /// rest of the text stays as it is.
    package static func withUUIDs(snapshot text: String) -> String {
        let codes = (try? JSONValue.parse(Array(text.utf8)))?["records"]?["codes"]?.arrayValue ?? []
        return codes.reduce(text) { text, code in
            guard let id = code["id"]?.stringValue, let uuid = uuid(for: id) else { return text }
            return text.replacing("\"\(id)\"", with: "\"\(uuid)\"")
        }
    }

    /// Returns a UUID of version 4 for a pseudonym; `nil` for any other text.
    private static func uuid(for pseudonym: String) -> String? {
        guard pseudonym.utf8.count == 23, pseudonym.hasPrefix("secret-") else { return nil }
        let digits = String(pseudonym.dropFirst("secret-".count))
        let (first, last) = (digits.prefix(8), digits.suffix(8))
        return "\(first)-\(last.prefix(4))-4\(last.suffix(3))-8\(digits.prefix(3))-\(digits.prefix(12))"
    }

    private static func content(_ bytes: [UInt8]) throws(EntitlementFailure) -> ControlContent {
        try ControlContent.file(
            bytes, format: CapsuleDocument.format, version: CapsuleDocument.version, names: CapsuleDocument.names,
            mostParts: CapsuleDocument.mostParts)
    }

    private static func snapshot(
        _ name: String, _ bytes: [UInt8], _ reader: RuleReader
    ) throws(EntitlementFailure) -> ReadSnapshot {
        guard let text = JSONValue.text(ofMember: name, in: bytes) else { throw .missingParameter(name) }
        do throws(EntitlementFailure) {
            return try ReadSnapshot(Array(text), reader)
        } catch {
            switch error {
            case .malformedParameter(let place, let reason):
                throw .malformedParameter("\(name): \(place)", reason: reason)
            case .missingParameter(let place): throw .missingParameter("\(name): \(place)")
            default: throw error
            }
        }
    }

    private static func list<Element>(
        _ name: String, _ content: ControlContent, atMost limit: Int,
        _ read: (JSONValue, String) throws(EntitlementFailure) -> Element
    ) throws(EntitlementFailure) -> [Element] {
        guard let value = content[name] else { throw .missingParameter(name) }
        guard let values = value.arrayValue, values.count <= limit else {
            throw content.malformed(name, "isn't a list of at most \(limit) elements")
        }
        var elements: [Element] = []
        for (index, value) in values.enumerated() { elements.append(try read(value, "\(name)[\(index)]")) }
        return elements
    }

    private static func turn(_ value: JSONValue, at place: String) throws(EntitlementFailure) -> ClockTurn {
        let object = try ControlContent(value, names: CapsuleDocument.turnNames, at: place)
        return ClockTurn(
            position: try position(object), before: try reading("before", object), after: try reading("after", object))
    }

    private static func reading(
        _ name: String, _ turn: ControlContent
    ) throws(EntitlementFailure) -> ClockTurn.Reading {
        guard let object = try turn.object(name, names: CapsuleDocument.readingNames) else {
            throw turn.malformed(name, "is missing")
        }
        guard let time = try object.time("now") else { throw object.malformed("now", "is missing") }
        return ClockTurn.Reading(
            time: time, isFrozen: try object.bool("frozen") ?? false,
            scale: try object.number("scale", in: VirtualClock.scales) ?? 1)
    }

    private static func position(_ object: ControlContent) throws(EntitlementFailure) -> ExchangeID {
        guard let id = ExchangeID(try object.requiredText("position")) else {
            throw object.malformed("position", "isn't the ID of an exchange")
        }
        return id
    }

    private static func step(
        _ value: JSONValue, at place: String, _ reader: RuleReader
    ) throws(EntitlementFailure) -> JournalStep {
        let object = try ControlContent(value, names: CapsuleDocument.stepNames, at: place)
        guard let time = try object.time("time") else { throw object.malformed("time", "is missing") }
        let change: JournalStep.Change
        if let operation = object["operation"] {
            let line = try ImportedObject(operation, at: "\(place).operation")
            change = .operation(try ExchangeFileReader.exchange(line, others: []))
        } else if let rules = object["rules"] {
            change = .rules(try ReadSnapshot.rules(rules, object, reader))
        } else if let settings = try object.text("settings") {
            change = .settings(Array(settings.utf8))
        } else {
            throw .malformedParameter(place, reason: "has none of operation, rules and settings")
        }
        return JournalStep(position: try position(object), time: time, change)
    }

    private static func exchange(
        _ value: JSONValue, at place: String
    ) throws(EntitlementFailure) -> (id: ExchangeID, entry: JournalEntry) {
        let line = try ImportedObject(value, at: place)
        guard let id = ExchangeID(try line.text("id")) else {
            throw line.malformed("id", "isn't the ID of an exchange")
        }
        let notes = ExchangeNotes(explanation: note("explanation", value), decoded: note("decoded", value))
        return (id, try ExchangeFileReader.exchange(line, others: CapsuleDocument.noteNames, notes: notes))
    }

    private static func note(_ name: String, _ exchange: JSONValue) -> [UInt8]? {
        guard let note = exchange[name], note.objectValue != nil else { return nil }
        return JSONWriter.bytes(of: note)
    }
}
