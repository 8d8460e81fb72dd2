import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST usermetadata`: the subscriber's metadata that the app may learn. Clients call it when the app first asks for
/// metadata (legacy protocol, "Metadata").
///
/// - `requestor` and `authn` (the authN token), required.
/// - `metadata`, optional: the metadata that the client has stored, in the format of this answer: at most 65,536 bytes
///   of JSON with a number `updated`. It isn't trusted: the answer is computed without it.
/// - The device is checked if `ap_21` or `device_id` names one.
/// - 200: `{"updated":…,"encrypted":[…],"data":{…}}`; or `pendingLogout` for a token that is no longer accepted.
/// - 400: `{"error":"invalid_request"}`. 403: with a `device_id` and without proof of the requestor, as for
///   `sessionDevice`.
struct RetrieveUserMetadata: AdobeEndpoint {
    let style = AnswerStyle.json
    let requestorNames = ["requestor"]
    let route = Route(
        .retrieveUserMetadata, [.post], "/adobe-services[/1.0]/usermetadata", on: .worker, carriesSecrets: true,
        content: .document)

    private static let longestMetadata = 65_536

    func needsRequestorProof(_ exchange: Exchange) -> Bool { DeviceClaim.isNative(exchange) }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let requestor = try exchange.parameters.requestor("requestor")
        let proof = try exchange.parameters.required("authn", controls: .any)
        try Self.check(
            exchange.parameters.optional("metadata", longest: Self.longestMetadata, controls: .lineBreaks))
        let metadata = try exchange.services.userMetadata.metadata(
            proof: proof, requestor: requestor, device: DeviceClaim.read(exchange, kind: .web), now: exchange.now)
        return HTTPResponse(type: AnswerFormat.jsonType, Array(metadata.json.utf8))
    }

    /// Checks the format of the metadata that a client has stored.
    private static func check(_ stored: String?) throws(EntitlementFailure) {
        guard let stored else { return }
        let metadata = try? JSONValue.parse(Array(stored.utf8))
        switch metadata?["updated"] {
        case .integer, .number: return
        default: throw .malformedParameter("metadata", reason: "isn't JSON with a number updated")
        }
    }
}

/// User metadata as JSON: on its own, or inside XML as `<userMeta>`.
///
/// Two clients cut the JSON out of the raw XML and pass it to a JSON parser, so characters that XML would escape are
/// written as JSON escapes (legacy protocol, "session and sessionDevice"). The text is never empty.
extension UserMetadata {
    /// The document `{"updated":…,"encrypted":[…],"data":{…}}`, with the time in milliseconds and the keys of the data
    /// sorted.
    var json: String {
        let bytes = JSONWriter.object(escapesMarkup: true) { meta in
            meta.member("updated", updated.milliseconds)
            meta.member("encrypted", encrypted)
            meta.memberObject("data") { $0.members(values.json) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
