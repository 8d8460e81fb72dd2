import PassInstruments

extension Journal {
    /// The number of entries that a reader of all entries asks for at a time.
    static let step = 256

    /// Calls a function with each entry, oldest first. Only some entries are in memory at a time.
    func visit(_ body: (JournalEntry) throws -> Void) rethrows {
        let numbers = self.numbers
        var place: Int?
        for begin in stride(from: 0, to: numbers.count, by: Self.step) {
            let part = numbers[begin..<min(begin + Self.step, numbers.count)]
            for entry in entries(part, from: &place) { try body(entry) }
        }
    }

    /// Returns an entry; `nil` if the journal doesn't hold it.
    func entry(_ id: ExchangeID) -> JournalEntry? {
        var place: Int?
        return id.run == position.run ? entries([id.number], from: &place).first : nil
    }
}
