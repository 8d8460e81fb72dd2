import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `DELETE /reset-tempass/v3/reset` and `…/reset/generic`: a programmer's tool resets temporary passes, so that their
/// time starts again (Adobe, "Reset TempPass"). The real service has this operation on its management host.
///
/// - `requestor_id`, `mvpd_id`, required: the MVPD must be a temporary pass.
/// - `device_id`, on `reset`: a device's unhashed identifier; `all` or no value means every device.
/// - `key`, on `reset/generic`: the identity as the app named it in `generic_data`; `all` or no value means every
///   identity.
/// - A bearer token in version 3, required. The older `/v2/reset` takes the header `ApiKey` instead, and `/v2.1/reset`
///   requires both. Any key is accepted unless the policy refuses unknown clients; in that case, it must be the
///   `client_id` of a registered client. Under strict requestor proof, a registered client must be one of the
///   requestor's.
/// - 204: the pass starts again, whether or not it was in use.
/// - 400: `{"error":"invalid_request"}`. 401: the token or the key is missing or not accepted. 403: the client is not
///   accepted.
struct ResetTempPass: AdobeEndpoint {
    /// The calls that reset passes.
    enum Call: Sendable {
        /// Version 3, by device.
        case devices
        /// Version 3, by the identity in `generic_data`.
        case identities
        /// Version 2, by device, with an API key.
        case devicesByKey
        /// Version 2.1, by device, with an API key and a bearer token.
        case devicesByKeyAndToken
    }

    let style = AnswerStyle.json
    let route: Route
    private let call: Call

    init(_ call: Call) {
        self.call = call
        route =
            switch call {
            case .devices: Self.route(.resetTempPass, "/reset-tempass/v3/reset")
            case .identities: Self.route(.resetGenericTempPass, "/reset-tempass/v3/reset/generic")
            case .devicesByKey: Self.route(.resetTempPassV2, "/reset-tempass/v2/reset")
            case .devicesByKeyAndToken: Self.route(.resetTempPassV21, "/reset-tempass/v2.1/reset")
            }
    }

    private static func route(_ operation: Operation, _ path: String) -> Route {
        Route(operation, [.delete], path, on: .worker, carriesSecrets: true)
    }

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let parameters = exchange.parameters
        let key = try callersKey(exchange)
        let requestor = try parameters.requestor()
        if let key { try exchange.services.callers.check(apiKey: key, requestor: requestor, now: exchange.now) }
        let mvpd = MVPDID(rawValue: try parameters.required("mvpd_id", longest: 128))
        try exchange.services.temporaryPasses.reset(
            requestor: requestor, mvpd: mvpd, try holders(parameters), now: exchange.now)
        return HTTPResponse(.noContent, fields: [.cacheControl: "no-store"])
    }

    /// Returns the API key if the call needs one.
    ///
    /// A bearer token that is present has been checked already, so only a missing one is refused here.
    private func callersKey(_ exchange: Exchange) throws -> String? {
        let needsToken = call != .devicesByKey
        if needsToken, try exchange.bearer() == nil { throw EntitlementFailure.accessTokenRefused }
        let needsKey = call == .devicesByKey || call == .devicesByKeyAndToken
        guard needsKey else { return nil }
        guard let key = exchange.header("ApiKey") else { throw EntitlementFailure.accessTokenRefused }
        return key
    }

    private func holders(_ parameters: Parameters) throws -> TemporaryPassService.Holders {
        let isByIdentity = call == .identities
        let name = try parameters.optional(isByIdentity ? "key" : "device_id", longest: 1024)
        guard let name, name != "all" else { return .everybody }
        return isByIdentity ? .identity(name) : .device(name)
    }
}
