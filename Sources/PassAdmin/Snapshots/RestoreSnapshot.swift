import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `PUT /_sim/snapshot`: gives the namespace the state of a file that `GET /_sim/snapshot` has written, here or in
/// another simulator. What the namespace had before is gone, except its journal and its keys.
///
/// - Content: the file, at most 64 MiB, within `limits.bodyBytes`.
/// - Query `keys`: `any` restores the state even if the simulator's keys differ from those of the file. In that case,
///   tokens signed with the file's keys aren't accepted. Without this parameter, such a file is refused.
/// - 200: the namespace's description, as in `GET /_sim/namespaces`, with the member `otherKeys`: the names of the keys
///   that differ.
/// - 400: a problem document, which names the place of the error. 409: a problem document; the file was taken with
///   other keys. 503: a problem document; the records exceed a limit. In these cases nothing has changed.
struct RestoreSnapshot: Endpoint {
    // By default curl sends the content type of a form, but the content is never a form. This endpoint therefore reads
    // only the query, and reads it itself.
    let route = Route(
        .restoreSnapshot, [.put], "/_sim/snapshot", on: .worker, carriesSecrets: true, readsParameters: false,
        content: .file)
    let failures: any FailureTable = AdminFailureTable()
    let control: any NamespaceControl
    let reader: RuleReader

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let takesAnyKeys = try takesAnyKeys(exchange)
        let read = try ReadSnapshot(exchange.request.body, reader)
        let name = exchange.world.name
        let otherKeys = otherKeys(read.keys, in: name)
        guard otherKeys.isEmpty || takesAnyKeys else {
            return Problem.response(
                .conflict, "Other keys",
                "The snapshot was taken with other keys (\(otherKeys.joined(separator: ", "))), so its tokens aren't "
                    + "valid "
                    + "here. Start both simulators with the same keys and don't give the namespace keys of its own, or "
                    + "add ?keys=any to restore it anyway.")
        }
        do {
            try control.restore(read.snapshot, as: name)
        } catch let overflow as SnapshotOverflow {
            return Problem.response(
                .serviceUnavailable, "Store full",
                "There is no room for \(overflow.place): limits.records and limits.storedBytes allow no more.")
        }
        let summary = try control.summary(of: name)
        return ControlAnswer.json { answer in
            summary?.write(to: &answer)
            answer.member("otherKeys", otherKeys)
        }
    }

    /// Returns the names of the namespace's keys that the snapshot doesn't have, or for which it has another value.
    private func otherKeys(_ keys: [ExactText: String], in name: NamespaceName) -> [String] {
        control.keyFingerprints(of: name).filter { keys[$0.key] != $0.value }.keys.map(\.string).sorted()
    }

    private func takesAnyKeys(_ exchange: Exchange) throws(EntitlementFailure) -> Bool {
        let parameters = try ControlParameters.query(of: exchange, known: ["keys"])
        guard let keys = try parameters.optional("keys") else { return false }
        guard keys.hasSameBytes(as: "any") else {
            throw .malformedParameter("keys", reason: "has a value other than \"any\"")
        }
        return true
    }
}
