import PassCore
import PassInstruments

/// The exchanges that come closest to meeting a query, which help to explain why too few exchanges meet it.
struct NearMisses {
    /// The maximum number of exchanges that are shown.
    private static let longest = 3

    /// The exchanges that miss the fewest filters, the latest first, each with the filters that it misses.
    private var nearest: [(exchange: ReadExchange, misses: [String])] = []

    /// Looks for the exchanges that come closest to meeting a query.
    ///
    /// - Parameter id: the ID of the exchange after which the search begins; `nil` for all exchanges.
    init(_ query: ExchangeQuery, in view: JournalView, after id: ExchangeID? = nil) {
        var fewest = max(2, query.filters.count) - 1
        view.visit(view.places(after: id)) { exchange in
            let misses = query.misses(exchange)
            guard !misses.isEmpty, misses.count <= fewest else { return true }
            if misses.count < fewest { nearest = [] }
            fewest = misses.count
            nearest.insert((exchange, misses), at: 0)
            if nearest.count > Self.longest { nearest.removeLast() }
            return true
        }
    }

    /// Writes the exchanges as `nearest`.
    func write(to writer: inout JSONWriter, mask: SecretMask?) {
        writer.memberArray("nearest") { array in
            for near in nearest {
                array.elementObject { element in
                    element.member("misses", near.misses)
                    element.memberObject("exchange") { near.exchange.write(to: &$0, mask: mask) }
                }
            }
        }
    }
}
