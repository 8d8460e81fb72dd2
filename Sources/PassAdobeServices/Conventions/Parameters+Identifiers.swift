import PassDomain
import PassEndpointKit

/// The identifiers that almost every operation reads. None may have more than 128 bytes, so that tokens have room for
/// them. The other texts that are stored have limits of their own.
extension Parameters {
    static let longestIdentifier = 128
    /// The maximum length of a URL that is stored with a login or a logout, in bytes of UTF-8.
    static let longestURL = 4096
    /// The maximum length of `generic_data`, which is stored with a login, in bytes of UTF-8.
    static let longestGenericData = 4096

    /// Reads the required identifier of the requestor; nearly every operation calls the parameter `requestor_id`.
    func requestor(_ name: String = "requestor_id") throws(EntitlementFailure) -> RequestorID {
        RequestorID(rawValue: try required(name, longest: Self.longestIdentifier))
    }

    /// Reads `requestor_id`, if it is present.
    func requestorIfPresent() throws(EntitlementFailure) -> RequestorID? {
        try optional("requestor_id", longest: Self.longestIdentifier).map { RequestorID(rawValue: $0) }
    }

    /// Reads `mso_id`, which is required.
    func mvpd() throws(EntitlementFailure) -> MVPDID {
        let id = try required("mso_id", longest: Self.longestIdentifier)
        // The path of such an MVPD's pages would contain a dot segment, which clients resolve to another path.
        guard id != ".", id != ".." else { throw .malformedParameter("mso_id", reason: "isn't a name") }
        return MVPDID(rawValue: id)
    }

    /// Reads `mso_id`, if it is present.
    func mvpdIfPresent() throws(EntitlementFailure) -> MVPDID? {
        try optional("mso_id", longest: Self.longestIdentifier).map { MVPDID(rawValue: $0) }
    }
}
