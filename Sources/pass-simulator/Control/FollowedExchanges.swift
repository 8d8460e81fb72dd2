import PassHarness

/// The exchanges that have been shown while a journal is followed.
///
/// Exchanges don't end in the order in which they begin. Each one is shown once, when it is complete.
struct FollowedExchanges: Sendable {
    /// The ID of the exchange up to which all have been shown; `nil` at the start.
    private(set) var last: String?
    /// The IDs of the exchanges after `last` that have already been shown.
    private var shown: Set<String> = []

    /// Returns the exchanges to show now.
    ///
    /// - Parameter exchanges: all exchanges after `last`, oldest first.
    mutating func take(_ exchanges: [JournalExchange]) -> [JournalExchange] {
        let new = exchanges.filter { !$0.isInFlight && !shown.contains($0.id) }
        shown.formUnion(new.map(\.id))
        for exchange in exchanges.prefix(while: { !$0.isInFlight }) {
            last = exchange.id
            shown.remove(exchange.id)
        }
        return new
    }
}
