import PassCore
import PassInstruments

/// The facts of an exchange by which it is grouped and found. Names are given as their numbers in a `NameTable`.
struct IndexedExchange: Sendable {
    /// The exchange's own number, which grows with each arrival.
    let number: UInt64
    var time: Timestamp
    var requestor: UInt32 = 0
    var mvpd: UInt32 = 0
    var device: UInt32 = 0
    var subscriber: UInt32 = 0
    /// The index in `JournalIndex.values` at which the exchange's keys begin; its resources follow the keys.
    var values: UInt32 = 0
    var keyCount: UInt8 = 0
    var resourceCount: UInt16 = 0
    var isInFlight = false
    /// Whether the exchange is the beginning of a login.
    var beginsLogin = false
    /// The result that the exchange gives its flow.
    var result: Flow.Outcome?
    /// Whether the answer gives the app its login.
    var givesLogin = false

    /// Whether the exchange shows that the user of its flow has logged in.
    var tellsLogin: Bool {
        switch result {
        case .loggedIn, .permitted, .denied, .loggedOut: true
        case .pending, .failed, nil: givesLogin
        }
    }

    /// Returns the hashes of the exchange's keys.
    ///
    /// - Parameter values: the keys and resources of all exchanges.
    func keys(in values: [UInt64]) -> ArraySlice<UInt64> {
        values[Int(self.values)..<(Int(self.values) + Int(keyCount))]
    }

    /// The maximum numbers of keys and of resources that are stored for an exchange.
    static let mostKeys = 255
    static let mostResources = 256
}
