import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// `DELETE /_sim/exchanges`: empties the namespace's journal at all nodes that can be reached, and sets its count of
/// evicted exchanges to 0.
///
/// - 204: the journal is empty. 409: a problem document; the journal is off.
struct RemoveExchanges: Endpoint {
    let route = Route(.removeExchanges, [.delete], "/_sim/exchanges", on: .worker, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()
    let control: JournalControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        try ControlParameters.refuse(exchange)
        guard let reader = control.ownReader(exchange) else { return JournalControl.off }
        reader.journal.removeAll()
        if let peers = control.peers(for: exchange) {
            _ = peers.ask(.delete, "/_sim/exchanges", of: reader.namespace, within: PeerJournals.milliseconds)
        }
        return HTTPResponse(.noContent)
    }
}
