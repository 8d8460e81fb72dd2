/// The name of an exchange that was recorded, and the place of its entry.
package struct JournalTicket: Sendable {
    package let id: ExchangeID
    /// The entry's slot; -1 if it found no room.
    let slot: Int
}
