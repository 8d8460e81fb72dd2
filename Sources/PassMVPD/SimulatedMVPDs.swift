import PassCore
package import PassCrypto
package import PassDomain

/// The MVPDs' decisions whether a subscriber may watch a resource. They depend on the subscriber, and on resources with
/// magic names.
package struct SimulatedMVPDs: MVPDConnector {
    private let catalog: Catalog
    private let policy: Policy
    let sealer: Sealer

    /// - Parameter sealer: seals the tokens of OAuth 2.0 MVPDs.
    package init(catalog: Catalog, policy: Policy, sealer: Sealer) {
        self.catalog = catalog
        self.policy = policy
        self.sealer = sealer
    }

    package func decide(_ question: EntitlementQuestion) -> EntitlementVerdict {
        let magic = MagicResource(question.resource)
        if let denial = magic?.denial { return EntitlementVerdict(denial: denial) }
        return EntitlementVerdict(
            denial: denial(of: question.subscriber, at: question.mvpd, for: question.resource),
            delayMilliseconds: magic?.delay ?? 0)
    }

    package func subscriber(_ id: SubscriberID, at mvpd: MVPDID) -> Subscriber? {
        guard let subscriber = catalog.subscribers[id], subscriber.hasAccount(at: mvpd) else { return nil }
        return subscriber
    }

    private func denial(of id: SubscriberID, at mvpd: MVPDID, for resource: Resource) -> Denial? {
        // A temporary pass belongs to no account, so there is no subscriber to check.
        if catalog.mvpd(mvpd, policy)?.style == .tempPass { return nil }
        guard let subscriber = subscriber(id, at: mvpd) else {
            return Denial(.noAuthZ, "Your provider does not know this account.")
        }
        switch subscriber.entitlement {
        case .everything:
            let limit = Rating.Limit(of: subscriber)
            return resource.ratings.allSatisfy(limit.allows) ? nil : .parentalControls
        case .nothing(let sentence): return Denial(.noAuthZ, sentence)
        }
    }
}

extension Rating.Limit {
    /// Reads the limit from the subscriber's metadata under `maxRating`, an object with `MPAA` and `VCHIP`.
    fileprivate init(of subscriber: Subscriber) {
        let limits = subscriber.metadata["maxRating"]
        self.init(mpaa: limits?["MPAA"]?.stringValue, vchip: limits?["VCHIP"]?.stringValue)
    }
}

/// A resource whose name decides how the MVPD treats it, for every subscriber.
private enum MagicResource: String, CaseIterable {
    case denied = "deny:"
    case unreachable = "network:"
    case fraud = "fraud:"
    case invalid = "invalid:"
    case refreshTokenMissing = "norefreshtoken:"
    case degraded = "authznone:"
    case mismatch = "mismatch:"
    case slow = "slow:"

    init?(_ resource: Resource) {
        guard resource.name.string.utf8.contains(UInt8(ascii: ":")),
            let found = Self.allCases.first(where: { resource.name.string.startsWithBytes(of: $0.rawValue) })
        else { return nil }
        self = found
    }

    var denial: Denial? {
        switch self {
        case .denied: .notSubscribed
        case .unreachable: .providerUnreachable
        case .fraud: .repeatedDenials
        case .invalid: .invalidResource
        case .refreshTokenMissing: .refreshTokenMissing
        case .degraded: .degraded
        case .mismatch: .deviceMismatch
        case .slow: nil
        }
    }

    /// The delay of the MVPD's answer, in milliseconds.
    var delay: Int { self == .slow ? 3000 : 0 }
}
