import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `GET /_sim/snapshot`: the state of the namespace as one file, which `PUT /_sim/snapshot` restores, here or in
/// another simulator.
///
/// The file contains tokens and clients' secrets, so keep it secret. It has these members:
///
/// - `format`, `version`: `pass-simulator snapshot` and 1.
/// - `takenAt`: the World's time; `namespace`: the namespace's name.
/// - `clock`: `now`, `frozen`, `scale` and `followsRealTime`, as `GET /_sim/clock` describes the clock.
/// - `keys`: the fingerprints of the namespace's keys, SHA-256 in hexadecimal, by their names. The keys themselves are
///   never in the file.
/// - `configuration`: all settings of the namespace, in the form of a configuration file.
/// - `identifiers`: `{"position": "…"}`, the position of the source of identifiers, if identifiers are seeded.
/// - `latestMediaTokenMillis`: when the last media token was issued or presented, if one was.
/// - `rules`: the rules as in `GET /_sim/rules`, with the state of their random numbers (`random`) and whether they
///   come from the configuration (`configured`).
/// - `throttle`: the remaining allowance of each client address, if a throttle is set.
/// - `records`: sessions, codes, profiles and so on, as an array for each kind; times are milliseconds since 1970.
///
/// The journal isn't part of the file. If a request is in flight, the file may contain only some of its changes.
///
/// - 200: the file. 409: a problem document; the state is larger than 64 MiB.
struct TakeSnapshot: Endpoint {
    let route = Route(
        .takeSnapshot, [.get], "/_sim/snapshot", on: .worker, carriesSecrets: true, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()
    let control: any NamespaceControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let world = exchange.world
        let rules = control.instruments(of: world.name).rules
        try rules.refresh()
        let text = SnapshotText(world, rules.snapshots)
        let body = try text.file(
            takenAt: exchange.now, keys: control.keyFingerprints(of: world.name),
            settings: control.settingsText(of: world.name))
        guard let body else {
            return Problem.response(
                .conflict, "Snapshot too large",
                "The state of the namespace has more than \(SnapshotDocument.longest) bytes, so it couldn't be restored."
            )
        }
        return HTTPResponse(.ok, fields: [.contentType: "application/json", .cacheControl: "no-store"], body: body)
    }
}
