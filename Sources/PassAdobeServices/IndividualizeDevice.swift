import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /indiv/devices`: gives a browser its device identifier (legacy protocol, "Device individualization").
///
/// - Body, required: JSON `{"fingerprint":"…"}`, 1 to 1,024 characters; 32 hexadecimal digits in practice. At
///   most 16,384 bytes.
/// - 200: `{"deviceId":"…"}`, 32 hexadecimal digits that are the same for the same fingerprint, and the header
///   `pass_sfp`, which clients send back unchanged; also as a cookie.
/// - 400: `{"error":"invalid_request"}`.
struct IndividualizeDevice: AdobeEndpoint {
    let style = AnswerStyle.json
    let route = Route("IndividualizeDevice", [.post], "/indiv/devices", on: .loop, carriesSecrets: true)

    /// Room for the longest fingerprint, all escaped: reading a mebibyte of JSON would hold up everybody on the loop.
    private static let maximumBodyBytes = 16_384

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        guard exchange.request.body.count <= Self.maximumBodyBytes else {
            throw EntitlementFailure.malformedParameter("fingerprint", reason: "has no sensible length")
        }
        guard let body = try? JSONValue.parse(exchange.request.body), let fingerprint = body["fingerprint"]?.stringValue
        else { throw EntitlementFailure.missingParameter("fingerprint") }
        guard (1...1024).contains(fingerprint.unicodeScalars.count) else {
            throw EntitlementFailure.malformedParameter("fingerprint", reason: "has no sensible length")
        }
        let deviceID = exchange.world.devices.individualize(fingerprint: fingerprint)
        var response = HTTPResponse(
            .ok, type: AnswerFormat.jsonType, JSONWriter.object { $0.member("deviceId", deviceID) })
        let blob = DeviceBlob.make(
            deviceID: deviceID, random: exchange.world.identifiers.hex(byteCount: 16),
            agent: exchange.header(.userAgent) ?? "unknown")
        response.fields.append("pass_sfp", blob)
        response.fields.append(.setCookie, ServiceCookie.make("pass_sfp", blob, exchange).serialized)
        return response
    }
}
