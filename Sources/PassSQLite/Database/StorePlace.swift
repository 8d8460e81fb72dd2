import PassCore

/// The place of a store's records in the file.
struct StorePlace: Hashable, Sendable {
    /// The number of the namespace.
    let namespace: Int64
    let kind: String
}

/// A record's place in the file.
struct RecordPlace: Hashable, Sendable {
    let store: StorePlace
    let key: ExactText
}
