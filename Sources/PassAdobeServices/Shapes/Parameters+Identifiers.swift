import PassDomain
import PassEndpointKit

/// The identifiers that almost every operation names; none has more than 128 bytes, since tokens must hold them. Other texts that
/// are kept have bounds, too.
extension Parameters {
    static let longestIdentifier = 128
    /// The most bytes of an address that is kept with a login or a logout.
    static let longestURL = 4096
    /// The most bytes of `generic_data`, which is kept with a login.
    static let longestGenericData = 4096

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
        let id = try required("mso_id", longest: Self.longestIdentifier)
        // Its pages would have addresses that clients take for others.
        guard id != ".", id != ".." else { throw .malformedParameter("mso_id", reason: "is no name") }
        return MVPDID(rawValue: id)
    }

    /// `mso_id`, if it is there.
    func mvpdIfPresent() throws(EntitlementFailure) -> MVPDID? {
        try optional("mso_id", longest: Self.longestIdentifier).map { MVPDID(rawValue: $0) }
    }
}
