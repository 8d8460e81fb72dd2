import PassCore

/// The exchanges that come closest to meeting a query, which help to find out why none did.
enum NearMisses {
    /// The maximum number of exchanges that are shown.
    private static let longest = 3

    /// Writes `nearest`: the exchanges that miss the fewest filters, the latest first, each with the filters it misses.
    static func write(
        _ query: ExchangeQuery, _ exchanges: [ReadExchange], mask: SecretMask?, to writer: inout JSONWriter
    ) {
        let missed = exchanges.reversed().map { (exchange: $0, misses: query.misses($0)) }
            .filter { !$0.misses.isEmpty && $0.misses.count < max(2, query.filters.count) }
        let fewest = missed.map(\.misses.count).min()
        writer.memberArray("nearest") { array in
            for near in missed.filter({ $0.misses.count == fewest }).prefix(longest) {
                array.elementObject { element in
                    element.member("misses", near.misses)
                    element.memberObject("exchange") { near.exchange.write(to: &$0, mask: mask) }
                }
            }
        }
    }
}
