/// Callbacks that the app gets in the order of its calls, whenever their answers come.
struct OrderedAnswers: Sendable {
    /// More than an app asks for at a time.
    static let limit = 1024

    private var entries: [(ticket: Int, effects: [Effect]?)] = []

    /// The first place, once there is no other: who opens one more has to fill that one, so that the order stays.
    var overdue: Int? { entries.count < Self.limit ? nil : entries.first?.ticket }

    /// Takes the next place.
    mutating func open(_ ticket: Int) { entries.append((ticket, nil)) }

    /// Fills a place; one that was filled before stays as it is.
    ///
    /// - Returns: what may happen now: nothing as long as an earlier place is open, else this and what waited behind it.
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
