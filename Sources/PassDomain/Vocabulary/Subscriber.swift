/// An account holder at an MVPD, as far as the MVPD lets the service know.
package struct Subscriber: Sendable, Hashable {
    package var id: SubscriberID
    /// The user metadata that the MVPD shares, by key; empty when it shares none.
    package var metadata: MetadataValues

    package init(id: SubscriberID, metadata: MetadataValues = [:]) {
        self.id = id
        self.metadata = metadata
    }
}
