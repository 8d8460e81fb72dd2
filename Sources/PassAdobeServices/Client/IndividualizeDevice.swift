import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /indiv/devices`: issues a browser's device identifier (legacy protocol, "Device individualization").
///
/// - Body, required: JSON `{"fingerprint":"…"}` of at most 16,384 bytes. The fingerprint has 1 to 1,024 characters; in
///   practice 32 hexadecimal digits.
/// - 200: `{"deviceId":"…"}`, 32 hexadecimal digits that are always the same for one fingerprint. The header
///   `pass_sfp`, also sent as a cookie, is for clients to send back unchanged.
/// - 400: `{"error":"invalid_request"}`.
struct IndividualizeDevice: AdobeEndpoint {
    let style = AnswerStyle.json
    let route = Route(.individualizeDevice, [.post], "/indiv/devices", on: .loop, carriesSecrets: true)

    /// Room for the longest fingerprint with every character escaped; parsing a mebibyte of JSON would hold up all
    /// clients on the loop.
    private static let maximumBodyBytes = 16_384

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        guard exchange.request.body.count <= Self.maximumBodyBytes else {
            throw EntitlementFailure.malformedParameter("fingerprint", reason: "is too short or too long")
        }
        guard let body = try? JSONValue.parse(exchange.request.body), let fingerprint = body["fingerprint"]?.stringValue
        else { throw EntitlementFailure.missingParameter("fingerprint") }
        guard (1...1024).contains(fingerprint.unicodeScalars.count) else {
            throw EntitlementFailure.malformedParameter("fingerprint", reason: "is too short or too long")
        }
        let deviceID = exchange.ports.devices.individualize(fingerprint: fingerprint)
        var response = HTTPResponse(
            .ok, type: AnswerFormat.jsonType, JSONWriter.object { $0.member("deviceId", deviceID) })
        let blob = DeviceBlob.make(
            deviceID: deviceID, random: exchange.world.identifiers.hex(byteCount: 16),
            agent: exchange.userAgent ?? "unknown")
        response.fields.append("pass_sfp", blob)
        response.fields.append(.setCookie, AdobeAnswer.cookie("pass_sfp", blob, exchange).serialized)
        return response
    }
}
