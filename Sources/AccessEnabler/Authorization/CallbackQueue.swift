/// Callbacks that the app gets in the order of its calls, whenever their answers come.
struct CallbackQueue: Sendable {
    private var entries: [(ticket: Int, effects: [Effect]?)] = []

    /// Takes the next place.
    mutating func open(_ ticket: Int) { entries.append((ticket, nil)) }

    /// Fills a place.
    ///
    /// - Returns: what may happen now: nothing as long as an earlier place is open, else this and what waited behind it.
    mutating func close(_ ticket: Int, with effects: [Effect]) -> [Effect] {
        guard let place = entries.firstIndex(where: { $0.ticket == ticket }) else { return [] }
        entries[place].effects = effects
        var released: [Effect] = []
        while let first = entries.first?.effects {
            released += first
            entries.removeFirst()
        }
        return released
    }
}
