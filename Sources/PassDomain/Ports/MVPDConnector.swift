/// The way to the MVPDs behind the service: who may watch what.
package protocol MVPDConnector: Sendable {
    func decide(_ question: EntitlementQuestion) -> EntitlementVerdict
    /// What the MVPD shares of a subscriber; `nil` when it doesn't know one of that name.
    func subscriber(_ id: SubscriberID, at mvpd: MVPDID) -> Subscriber?
}

/// "May this subscriber of yours watch this resource of theirs?"
package struct EntitlementQuestion: Sendable {
    package var subscriber: SubscriberID
    package var mvpd: MVPDID
    package var requestor: RequestorID
    package var resource: Resource

    package init(subscriber: SubscriberID, mvpd: MVPDID, requestor: RequestorID, resource: Resource) {
        self.subscriber = subscriber
        self.mvpd = mvpd
        self.requestor = requestor
        self.resource = resource
    }
}

/// An MVPD's answer, and how long it takes to give it.
package struct EntitlementVerdict: Sendable, Hashable {
    /// `nil` permits.
    package var denial: Denial?
    package var delayMilliseconds: Int

    package init(denial: Denial? = nil, delayMilliseconds: Int = 0) {
        self.denial = denial
        self.delayMilliseconds = delayMilliseconds
    }
}
