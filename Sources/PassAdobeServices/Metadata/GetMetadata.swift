import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST getMetadata` (web) and `POST getMetadataDevice` (native): the device's hashed identifier, `DEVICEID` (legacy
/// protocol, "Metadata").
///
/// - `requestor_id`, required. `device_id`, required: native clients send the fingerprint of the authN token; web
///   clients may send the header `ap_21` instead.
/// - 200: 40 hexadecimal digits, or an empty text if the requestor's apps may not learn the identifier; or
///   `pendingLogout` if `ap_21` names another device.
/// - 400: `<reason>34763</reason>`, no device. 403: `getMetadataDevice` without proof of the requestor, as for
///   `sessionDevice`.
struct GetMetadata: AdobeEndpoint {
    let kind: Device.Kind
    let style = AnswerStyle.text
    let route: Route

    init(kind: Device.Kind) {
        self.kind = kind
        route = .adobeService(kind == .native ? .getMetadataDevice : .getMetadata)
    }

    // Web clients also name the device in `device_id`, so the parameter doesn't mark a call as native.
    func needsRequestorProof(_ exchange: Exchange) -> Bool { kind == .native }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let requestor = try exchange.parameters.requestor()
        guard let device = try DeviceClaim.read(exchange, kind: kind) else { throw EntitlementFailure.missingDevice }
        if kind == .web, let named = exchange.header("ap_21"), ExactText(named) != device.id {
            throw EntitlementFailure.deviceMismatch(.authentication)
        }
        guard let id = try exchange.services.userMetadata.deviceID(of: device, for: requestor) else {
            var response = HTTPResponse(text: "")
            response.fields.append("X-Pass-Simulator-Reason", "sharesDeviceID is false for this requestor.")
            return response
        }
        return HTTPResponse(text: id)
    }
}
