/// The callbacks that the app gets in the order of its calls, even if the answers arrive in another order.
struct OrderedAnswers: Sendable {
    /// The maximum number of unanswered calls at a time: more than an app makes.
    static let limit = 1024

    /// The calls in their order; `effects` is `nil` until the call is answered.
    private var entries: [(ticket: Int, effects: [Effect]?)] = []

    /// The oldest unanswered call when the limit is reached, otherwise `nil`.
    ///
    /// The caller must close that call before it opens another one.
    var overdue: Int? { entries.count < Self.limit ? nil : entries.first?.ticket }

    /// Adds a call at the end of the order.
    mutating func open(_ ticket: Int) { entries.append((ticket, nil)) }

    /// Answers a call; does nothing if it was already answered.
    ///
    /// - Returns: the effects to carry out now: none while an earlier call is unanswered, otherwise this call's and
    ///   those that were waiting behind it.
    mutating func close(_ ticket: Int, with effects: [Effect]) -> [Effect] {
        guard let place = entries.firstIndex(where: { $0.ticket == ticket }), entries[place].effects == nil else {
            return []
        }
        entries[place].effects = effects
        var released: [Effect] = []
        while let first = entries.first?.effects {
            released += first
            entries.removeFirst()
        }
        return released
    }
}
