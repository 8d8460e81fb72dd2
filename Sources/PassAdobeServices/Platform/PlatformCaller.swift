import PassCore
import PassDomain
import PassEndpointKit

/// The requestor, MVPD and device of a login through the device's platform.
///
/// Each parameter is read under its name in the other `/adobe-services` operations, and under its name in REST API v1.
struct PlatformCaller {
    static let requestorNames = ["requestor_id", "requestor"]

    let requestor: RequestorID
    let mvpd: MVPDID
    let deviceID: ExactText

    /// Reads the caller from a request's parameters.
    ///
    /// - Throws: `.missingParameter`, `.malformedParameter`.
    init(_ parameters: Parameters) throws(EntitlementFailure) {
        requestor = RequestorID(
            rawValue: try parameters.required(
                anyOf: Self.requestorNames, longest: Parameters.longestIdentifier))
        mvpd = MVPDID(
            rawValue: try parameters.required(anyOf: ["mso_id", "mvpd"], longest: Parameters.longestIdentifier))
        deviceID = ExactText(
            try parameters.required(anyOf: ["device_id", "deviceId"], longest: DeviceClaim.longest))
    }
}
