import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTokens

/// `POST preauthorize`: which of several resources a subscriber may watch (legacy protocol, "preauthorize").
///
/// - `authentication_token`, `requestor_id`, required. `resource_id`, required and repeatable: plain identifiers or
///   MRSS. No client names its device here, but a header `ap_21` or a `device_id` is checked if present.
/// - 200: `<resources><resource><id>…</id><authorized>true</authorized></resource>…</resources>`, in the order of the
///   request and with its repetitions. There is no white space, since the Android SDK reads elements by position. A
///   resource that can't be read is answered with `false`. With exactly `Accept: application/json`, the answer is the
///   same in JSON.
/// - 200 `pendingLogout`: the token is no longer accepted.
/// - If the requestor has enhanced errors, a denied resource also has `<error>` (JSON: `error`): status, code, message,
///   details, helpUrl, trace and action (Adobe, "Enhanced error codes").
/// - 400: a parameter is missing or malformed. 403: with a `device_id` and without proof of the requestor, as for
///   `sessionDevice`. 403 with `<resources></resources>`: more different resources than the MVPD accepts.
struct Preauthorize: AdobeEndpoint {
    let style = AnswerStyle.text
    let route = Route(
        .preauthorize, [.post], "/adobe-services[/1.0]/preauthorize", on: .worker, carriesSecrets: true,
        content: .document)

    func needsRequestorProof(_ exchange: Exchange) -> Bool { DeviceClaim.isNative(exchange) }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let proof = try exchange.parameters.required("authentication_token", controls: .any)
        let requestor = try exchange.parameters.requestor()
        let texts = try exchange.parameters.requiredList("resource_id")
        let answer = try exchange.services.preauthorization.preauthorize(
            proof, requestor: requestor, device: try DeviceClaim.read(exchange, kind: .web),
            resources: texts.map { try? ResourceReader.read(requested: $0) }, forced: exchange.forcedDenial,
            now: exchange.now)
        let denied = answer.denials.count { $0 != nil }
        exchange.log(.preauthorized(permitted: texts.count - denied, denied: denied))
        let decisions = zip(texts, answer.denials).map { text, denial in
            PreauthorizedResource(
                id: text, isPermitted: denial == nil,
                error: answer.hasEnhancedErrors
                    ? denial.map { EnhancedError($0, trace: exchange.world.identifiers.uuid().text) } : nil)
        }
        var response = PreauthorizedResource.answer(
            decisions, asJSON: exchange.header(.accept)?.asciiLowercased == "application/json")
        response.delay(milliseconds: answer.delayMilliseconds)
        return response
    }
}

extension Parameters {
    /// Returns the values of a parameter that may be repeated, without the empty ones.
    ///
    /// - Throws: `.missingParameter` when no value is left; `.malformedParameter` for one with a control character,
    ///   except line breaks in documents.
    fileprivate func requiredList(_ name: String) throws(EntitlementFailure) -> [String] {
        var values: [String] = []
        for value in all(name) where !value.isEmpty {
            let isDocument = value.contains("<")
            values.append(
                try Parameters([(name, value)]).required(name, controls: isDocument ? .lineBreaks : .refused))
        }
        guard !values.isEmpty else { throw .missingParameter(name) }
        return values
    }
}
