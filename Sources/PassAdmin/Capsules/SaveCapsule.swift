import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `GET /_sim/capsule`: the namespace as one file for a colleague: its exchanges with their explanations, its clock,
/// rules, settings and records.
///
/// - `secrets`: `shown` keeps the secrets. Without this parameter, a pseudonym replaces each secret, whatever the
///   setting `journal.secrets` says.
/// - `title`: a text of at most 500 characters for the reader, such as the name of a failed test.
///
/// The file has these members:
///
/// - `format`, `version`: `pass-simulator capsule` and 1. `title`, `savedAt` (the World's time), `namespace`, `secrets`.
/// - `complete`: whether the file contains everything that happened since the namespace began. If not, a replay may
///   give other answers. The file of a namespace that several nodes share is never complete, because each node knows
///   only its own changes.
/// - `start`: a snapshot without records, with the settings and rules with which the namespace began.
/// - `state`: a snapshot of the namespace, as `GET /_sim/snapshot` writes it.
/// - `turns`: the changes to the clock. `steps`: the other changes by operators and programs. Each change has its place
///   among the exchanges.
/// - `exchanges`: the exchanges as in `GET /_sim/exchanges.jsonl`, each with `explanation` and `decoded`.
///
/// The file has at most 64 MiB, and no more than `limits.bufferedBytes` lets the server send. The oldest exchanges are
/// left out if they don't fit.
///
/// - 200: the file. 400: a problem document. 409: a problem document; the journal is off, or the state is larger than
///   the file may be.
struct SaveCapsule: Endpoint {
    let route = Route(.saveCapsule, [.get], "/_sim/capsule", on: .queue, carriesSecrets: true)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl

    static let parameters = [JournalControl.secretsName, "title"]

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        _ = try ExchangeQuery(exchange.parameters, others: Self.parameters, names: [])
        let isMasked =
            try exchange.parameters.optional(JournalControl.secretsName) == nil || control.display(exchange) == .masked
        let title = try title(exchange)
        guard let reader = control.reader(exchange) else { return JournalControl.off }
        let world = exchange.world
        let namespaces = control.namespaces
        let rules = namespaces.instruments(of: world.name).rules
        try rules.refresh()
        let state = try SnapshotText(world, rules.snapshots).file(
            takenAt: exchange.now, keys: namespaces.keyFingerprints(of: world.name),
            settings: namespaces.settingsText(of: world.name))
        guard let state else { return Self.tooLarge }
        let start = namespaces.start(of: world.name)
        let writer = CapsuleWriter(
            world: world, reader: reader, start: start, state: state,
            mask: isMasked ? try mask(reader, state, start) : nil, inspector: control.keys.inspector(of: world),
            title: title, longest: min(CapsuleDocument.longest, control.longestFile))
        guard let file = writer.bytes(now: exchange.now) else { return Self.tooLarge }
        return HTTPResponse(
            .ok,
            fields: [
                .contentType: "application/json", .cacheControl: "no-store",
                "Content-Disposition": "attachment; filename=\"capsule.json\"",
            ], body: file)
    }

    private func title(_ exchange: Exchange) throws -> String? {
        guard let title = try exchange.parameters.optional("title") else { return nil }
        guard title.unicodeScalars.count <= CapsuleDocument.longestTitle else {
            throw EntitlementFailure.malformedParameter(
                "title", reason: "is longer than \(CapsuleDocument.longestTitle) characters")
        }
        return title
    }

    /// Returns the mask for the secrets of the journal, of the operators' changes and of the state.
    private func mask(_ reader: ExchangeReader, _ state: [UInt8], _ start: NamespaceStart) throws -> SecretMask {
        var secrets = ExchangeSecrets(of: reader.merged?.journal ?? reader.journal)
        for step in reader.journal.changes {
            switch step.change {
            case .operation(let entry): secrets.add(step: entry)
            case .settings(let settings): secrets.add(snapshot: try Self.settings(settings))
            case .rules(let rules): secrets.add(rules: rules)
            }
        }
        secrets.add(snapshot: try JSONValue.parse(state))
        secrets.add(snapshot: try Self.settings(start.settings))
        secrets.add(rules: start.rules)
        return control.mask(of: secrets)
    }

    /// Returns settings in the form of a snapshot.
    private static func settings(_ text: [UInt8]) throws -> JSONValue {
        .object(["configuration": try JSONValue.parse(text)])
    }

    private static let tooLarge = Problem.response(
        .conflict, "State too large",
        "The state of the namespace doesn't fit into a capsule, which may have at most \(CapsuleDocument.longest) "
            + "bytes, and no more than the setting limits.bufferedBytes allows.")
}
