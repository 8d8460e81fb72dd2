import PassCore
import PassDomain

/// The rules by which simulated MVPDs decide whether a subscriber may watch a resource.
///
/// A resource whose name begins with `deny:`, `network:`, `fraud:`, `invalid:`, `norefreshtoken:`, `authznone:`,
/// `mismatch:`, `hba:`, `identity:`, `readerror:`, `tooslow:` or `parental:` is denied to every subscriber, for the
/// reason that this magic name states. Any other resource is denied to subscribers without an account at the MVPD (if
/// the MVPD has accounts), to those whose account is entitled to nothing, and to those whose rating limit the resource
/// exceeds. The magic name `slow:` delays the decision by three seconds.
enum EntitlementRules {
    /// Decides about a resource.
    ///
    /// - Parameters:
    ///   - account: the subscriber's account at the MVPD; `nil` when there is none.
    ///   - needsAccount: whether the MVPD has accounts at all; a temporary pass has none.
    static func verdict(
        on resource: Resource, account: SubscriberAccount?, needsAccount: Bool
    ) -> EntitlementVerdict {
        let magic = MagicResource(resource)
        if let magic { Check.note(magic.denial == nil, .magicName(resource.name, prefix: magic.rawValue)) }
        if let denial = magic?.denial { return EntitlementVerdict(denial: denial) }
        return EntitlementVerdict(
            denial: needsAccount ? denial(of: resource, to: account) : nil, delayMilliseconds: magic?.delay ?? 0)
    }

    private static func denial(of resource: Resource, to account: SubscriberAccount?) -> Denial? {
        guard let account else { return Denial(.noAuthZ, "Your provider does not know this account.") }
        switch account.entitlement {
        case .everything:
            // Most resources have no rating, and reading the account's limit takes longer than the rest of the
            // decision.
            if resource.ratings.isEmpty { return nil }
            let limit = Rating.Limit(of: account)
            let isAllowed = resource.ratings.allSatisfy { rating in
                Check.note(limit.allows(rating), .rating(rating, limit))
            }
            return isAllowed ? nil : .parentalControls
        case .nothing(let sentence): return Denial(.noAuthZ, sentence)
        }
    }
}

extension Rating.Limit {
    /// Reads the limit from the account's metadata under `maxRating`, an object with `MPAA` and `VCHIP`.
    fileprivate init(of account: SubscriberAccount) {
        let limits = account.metadata["maxRating"]
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
    case homeBased = "hba:"
    case identity = "identity:"
    case readError = "readerror:"
    case tooSlow = "tooslow:"
    case parental = "parental:"
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
        case .homeBased: .homeBasedPolicies
        case .identity: .identityUnknown
        case .readError: .readError
        case .tooSlow: .tooSlow
        case .parental: .parentalControls
        case .slow: nil
        }
    }

    /// The delay of the MVPD's answer, in milliseconds.
    var delay: Int { self == .slow ? 3000 : 0 }
}
