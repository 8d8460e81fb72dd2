import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `PUT /_sim/capsule`: opens a capsule. The capsule's state and journal replace those of the namespace, which keeps
/// only its keys.
///
/// The exchanges are marked `imported`, and their explanations and decoded contents are those of the file. The clock
/// shows the time at which the capsule was saved, and is frozen.
///
/// - Content: the file, at most 64 MiB, within `limits.bodyBytes`.
/// - 200: the namespace's description, as in `GET /_sim/namespaces`, with `capsule`: `title`, `namespace`, `savedAt`,
///   `secrets` and `complete` of the file.
/// - 400: a problem document, which names the place of the error. 409: a problem document; the journal is off. 503: a
///   problem document; the records exceed a limit. In these cases nothing has changed.
struct OpenCapsule: Endpoint {
    let route = Route(
        .openCapsule, [.put], "/_sim/capsule", on: .queue, carriesSecrets: true, readsParameters: false,
        content: .file)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl
    let reader: RuleReader

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        try ControlParameters.refuse(exchange)
        guard let journal = control.ownReader(exchange)?.journal else { return JournalControl.off }
        let capsule = try CapsuleFile(exchange.request.body, reader)
        let name = exchange.world.name
        do {
            try control.namespaces.restore(capsule.shownState, as: name)
        } catch let overflow as SnapshotOverflow {
            return Problem.response(
                .serviceUnavailable, "Store full",
                "There is no room for \(overflow.place): limits.records and limits.storedBytes allow no more.")
        }
        capsule.record(in: journal)
        let summary = try control.namespaces.summary(of: name)
        return ControlAnswer.json { answer in
            summary?.write(to: &answer)
            answer.memberObject("capsule") { members in
                members.memberIfPresent("title", capsule.title)
                members.member("namespace", capsule.namespace.rawValue)
                members.member("savedAt", CivilTime.isoDateWithMilliseconds(capsule.savedAt))
                members.member("secrets", (capsule.isMasked ? SecretDisplay.masked : .shown).rawValue)
                members.member("complete", capsule.isComplete)
            }
        }
    }
}
