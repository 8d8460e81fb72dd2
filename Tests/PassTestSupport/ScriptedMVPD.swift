package import PassCore
package import PassDomain

/// An MVPD that answers every question as its test says, and remembers what it was asked.
package final class ScriptedMVPD: MVPDConnector {
    /// A question or an order of the service.
    package enum Call: Hashable, Sendable {
        case decide(SubscriberID, MVPDID, RequestorID, Resource)
        case subscriber(SubscriberID, MVPDID)
        case redeem(String, redirectURI: String, verifier: MVPDCodeVerifier, RequestorID, MVPDID)
        case refresh(String, RequestorID, MVPDID)
        case revoke(String, MVPDID)
    }

    private let verdict: EntitlementVerdict
    private let metadata: MetadataValues?
    private let credential: MVPDCredential?
    private let recorded = Guarded<[Call]>([])

    /// - Parameters:
    ///   - verdict: the decision about every resource.
    ///   - metadata: what the MVPD shares about every subscriber; `nil` if it knows no subscriber.
    ///   - credential: what it gives for codes and refresh tokens; `nil` refuses them.
    package init(
        verdict: EntitlementVerdict = EntitlementVerdict(), metadata: MetadataValues? = nil,
        credential: MVPDCredential? = nil
    ) {
        self.verdict = verdict
        self.metadata = metadata
        self.credential = credential
    }

    /// The questions and orders so far, in order.
    package var calls: [Call] { recorded.withLock { $0 } }

    private func record(_ call: Call) { recorded.withLock { $0.append(call) } }

    package func decide(_ question: EntitlementQuestion) -> EntitlementVerdict {
        record(.decide(question.subscriber, question.mvpd, question.requestor, question.resource))
        return verdict
    }

    package func subscriber(_ id: SubscriberID, at mvpd: MVPDID) -> Subscriber? {
        record(.subscriber(id, mvpd))
        return metadata.map { Subscriber(id: id, metadata: $0) }
    }

    package func redeem(
        _ code: String, redirectURI: String, verifier: MVPDCodeVerifier, as client: MVPDClient, at mvpd: MVPDID,
        now: Timestamp
    ) throws -> MVPDCredential {
        record(.redeem(code, redirectURI: redirectURI, verifier: verifier, client.requestor, mvpd))
        return try given()
    }

    package func refresh(
        _ refreshToken: String, as client: MVPDClient, at mvpd: MVPDID, now: Timestamp
    ) throws -> MVPDCredential {
        record(.refresh(refreshToken, client.requestor, mvpd))
        return try given()
    }

    package func revoke(_ refreshToken: String, at mvpd: MVPDID, now: Timestamp) throws {
        record(.revoke(refreshToken, mvpd))
    }

    private func given() throws(MVPDRefusal) -> MVPDCredential {
        guard let credential else { throw MVPDRefusal(.invalidGrant, "The grant is unknown.") }
        return credential
    }
}
