import PassDomain
import PassEndpointKit

/// The identifiers that almost every operation names; none has more than 128 bytes, since tokens must hold them.
extension Parameters {
    static let longestIdentifier = 128

    /// `requestor_id`, as nearly every operation calls it, required.
    func requestor(_ name: String = "requestor_id") throws(EntitlementFailure) -> RequestorID {
        RequestorID(rawValue: try required(name, longest: Self.longestIdentifier))
    }

    /// `requestor_id`, if it is there.
    func requestorIfPresent() throws(EntitlementFailure) -> RequestorID? {
        try optional("requestor_id", longest: Self.longestIdentifier).map { RequestorID(rawValue: $0) }
    }

    /// `mso_id`, required.
    func mvpd() throws(EntitlementFailure) -> MVPDID {
        MVPDID(rawValue: try required("mso_id", longest: Self.longestIdentifier))
    }

    /// `mso_id`, if it is there.
    func mvpdIfPresent() throws(EntitlementFailure) -> MVPDID? {
        try optional("mso_id", longest: Self.longestIdentifier).map { MVPDID(rawValue: $0) }
    }
}
