import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTokens

/// `POST preauthorize`: which of these may the subscriber watch? (legacy protocol, "preauthorize")
///
/// - `authentication_token`, `requestor_id`, required. `resource_id`, required and repeatable: plain identifiers or MRSS.
///   No client names its device here; `ap_21` (header) or `device_id` is checked where it comes.
/// - 200: `<resources><resource><id>…</id><authorized>true</authorized></resource>…</resources>` in the order of the
///   request, repeated ones included, without white space, since the Android SDK reads by place; or `pendingLogout`. A
///   resource that can't be read is answered `false`. The same as JSON for `Accept: application/json` and nothing else.
/// - Where the requestor has enhanced errors, a denied resource goes on with `<error>` (JSON: `error`): status, code, message,
///   details, helpUrl, trace and action (Adobe, "Enhanced error codes").
/// - 400: a parameter is missing or malformed. 403: with a `device_id` and without proof of the requestor, as for
///   `sessionDevice`. 403 with `<resources></resources>`: more different resources than the MVPD
///   takes.
struct Preauthorize: AdobeEndpoint {
    let style = AnswerStyle.text
    let route = Route(
        "Preauthorize", [.post], "/adobe-services[/1.0]/preauthorize", on: .worker, carriesSecrets: true,
        content: .document)

    func needsRequestorProof(_ exchange: Exchange) -> Bool { DeviceClaim.isNative(exchange) }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let proof = try exchange.parameters.required("authentication_token", controls: .any)
        let requestor = try exchange.parameters.requestor()
        let texts = try exchange.parameters.requiredList("resource_id")
        let answer = try exchange.world.preauthorization.preauthorize(
            proof, requestor: requestor, device: try DeviceClaim.read(exchange, kind: .web),
            resources: texts.map { try? ResourceReader.read(requested: $0) }, now: exchange.now)
        let decisions = zip(texts, answer.denials).map { text, denial in
            PreauthorizedResource(
                id: text, isPermitted: denial == nil,
                error: answer.tellsReasons
                    ? denial.map { EnhancedError($0, trace: exchange.world.identifiers.uuid().text) } : nil)
        }
        var response = PreauthorizedResource.answer(
            decisions, asJSON: exchange.header(.accept)?.asciiLowercased == "application/json")
        response.delay(milliseconds: answer.delayMilliseconds)
        return response
    }
}

extension Parameters {
    /// The values of a parameter that may be repeated; empty ones are as good as absent.
    ///
    /// - Throws: `.missingParameter` when there is none, `.malformedParameter` for one with a control character, line
    ///   breaks in documents excepted.
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
