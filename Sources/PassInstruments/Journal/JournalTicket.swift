import PassCore
import PassDomain
import PassHTTP

/// The name of an exchange that was recorded, and the place of its entry.
///
/// A ticket is an object, because the values that contain it are copied several times while a request is handled.
package final class JournalTicket: @unchecked Sendable {
    // `@unchecked` because of the variables, which the archive sets once, before other threads can see the ticket.

    @exclusivity(unchecked) package private(set) var id = ExchangeID(run: 0, number: 0)
    /// The entry's slot; -1 if the entry wasn't stored for lack of room.
    @exclusivity(unchecked) private(set) var slot = -1
    let arrival: JournalArrival

    init(_ arrival: consuming JournalArrival) {
        self.arrival = arrival
    }

    /// Sets the name of the exchange, and the slot of its entry.
    func name(_ id: ExchangeID, slot: Int) {
        self.id = id
        self.slot = slot
    }
}

/// A request that has arrived, with the facts that are known at that time.
struct JournalArrival: Sendable {
    let request: HTTPRequest
    let facts: Facts

    /// The facts about a request that aren't in the request itself.
    struct Facts: Sendable {
        var time: Timestamp
        var operation: Operation?
        /// The target as it was received, if it differs from the request's.
        var receivedTarget: String?
        var isRequestBodyCut: Bool
        var importedID: String?
    }

    /// An estimate of the memory that the request takes until its answer, in bytes.
    var byteCount: Int {
        1_024 + request.body.capacity + request.fields.byteCount + (facts.receivedTarget?.utf8.count ?? 0)
    }

    /// The entry of the exchange without an answer.
    func entry(_ id: ExchangeID) -> JournalEntry {
        var entry = JournalEntry(
            time: facts.time, operation: facts.operation, request: request, receivedTarget: facts.receivedTarget,
            isRequestBodyCut: facts.isRequestBodyCut, importedID: facts.importedID)
        entry.id = id
        return entry
    }
}
