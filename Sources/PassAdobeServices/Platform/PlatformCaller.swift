import PassCore
import PassDomain
import PassEndpointKit

/// Who signs on by its platform. Each field is taken under the name that it has on this path's other operations, and under
/// that of its counterpart in REST API v1.
struct PlatformCaller {
    static let requestorNames = ["requestor_id", "requestor"]

    let requestor: RequestorID
    let mvpd: MVPDID
    let deviceID: ExactText

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
