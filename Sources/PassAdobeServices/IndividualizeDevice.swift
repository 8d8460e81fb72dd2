import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /indiv/devices`: gives a browser its device identifier (legacy protocol, "Device individualization").
///
/// - Body, required: JSON `{"fingerprint":"…"}`, 1 to 1,024 characters; 32 hexadecimal digits in practice. At
///   most 16,384 bytes.
/// - 200: `{"deviceId":"…"}`, 32 hexadecimal digits that are the same for the same fingerprint, and the header
///   `pass_sfp`, which clients send back unchanged.
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
        response.fields.append("pass_sfp", blob(deviceID, exchange))
        return response
    }

    /// `hex32--hex64--deviceId--base64(url-encoded)`, the recorded shape; clients treat it as opaque.
    private func blob(_ deviceID: String, _ exchange: Exchange) -> String {
        let agent = PercentEncoding.encode(exchange.header(.userAgent) ?? "unknown")
        let identity = Hex.encode(Digest.sha256("pass_sfp:\(deviceID)".utf8))
        let random = exchange.world.identifiers.hex(byteCount: 16)
        return "\(random)--\(identity)--\(deviceID)--\(Base64.encode(Array(agent.utf8)))"
    }
}
