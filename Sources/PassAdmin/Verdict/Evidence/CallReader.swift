import PassCore
import PassInstruments

/// Reads the calls of a client from exchanges, one exchange at a time, so that the exchanges needn't be kept.
struct CallReader {
    /// The calls so far, in the order of their arrival.
    private(set) var calls: [RecordedCall] = []
    private let turns: [ClockTurn]
    private var era = 0
    /// The claims of the access tokens so far, which many calls share.
    private var claims: [ExactText: [ExactText: JSONValue]] = [:]

    /// Creates a reader.
    ///
    /// - Parameter turns: the changes of the World's clock.
    init(turns: [ClockTurn]) {
        self.turns = turns
    }

    /// Reads the next exchange. A call of one of the simulator's own operations is left out.
    mutating func read(_ exchange: ReadExchange) {
        guard exchange.entry.operation?.family != .simulator else { return }
        while era < turns.count, turns[era].isBefore(exchange.entry.id) { era += 1 }
        let bearer = RecordedCall.bearer(exchange.entry.request)
        calls.append(
            RecordedCall(
                exchange, index: calls.count, era: era, bearer: bearer, claims: bearer.map { claims(of: $0) } ?? [:]))
    }

    private mutating func claims(of bearer: String) -> [ExactText: JSONValue] {
        let key = ExactText(bearer)
        if let known = claims[key] { return known }
        let read = RecordedCall.claims(bearer) ?? [:]
        claims[key] = read
        return read
    }
}
