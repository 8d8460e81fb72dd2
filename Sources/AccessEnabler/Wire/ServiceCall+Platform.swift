import PassCore

/// The calls of the platform's sign-on. Of the vendor's service only their paths are public; the fields are the simulator's.
extension ServiceCall {
    /// Asks what the platform is to ask the provider.
    static func platformRequest(requestor: String, provider: MVPD, deviceID: String) -> ServiceCall {
        var call = ServiceCall(.post, "\(provider.spUrl)/tokens/verificationCode")
        call.parameters = identity(requestor, provider, deviceID)
        return call
    }

    /// Hands the provider's answer in; the token is then had from `sessionDevice`.
    ///
    /// - Parameters:
    ///   - code: what the service's question came with, if anything.
    ///   - samlResponse: base64 of the answer.
    static func platformExchange(
        requestor: String, provider: MVPD, deviceID: String, deviceType: String, code: String?, samlResponse: String
    ) -> ServiceCall {
        var call = ServiceCall(.post, "\(provider.spUrl)/tokens")
        call.parameters = identity(requestor, provider, deviceID)
        call.parameters.append(Parameter("deviceType", deviceType))
        if let code { call.parameters.append(Parameter("verificationCode", code)) }
        call.parameters.append(Parameter("SAMLResponse", samlResponse))
        return call
    }

    private static func identity(_ requestor: String, _ provider: MVPD, _ deviceID: String) -> [Parameter] {
        [Parameter("requestor", requestor), Parameter("deviceId", deviceID), Parameter("mvpd", provider.id)]
    }
}

/// What the platform is to ask the provider: base64 of a SAML request, and the code that goes with its answer.
package struct PlatformRequestAnswer: Equatable {
    var samlRequest: String
    var code: String?

    /// `nil` for another status than 2xx, or a body without `SAMLRequest`.
    package init?(_ response: TransportResponse) {
        guard let json = response.json, let request = json["SAMLRequest"]?.stringValue, !request.isEmpty else {
            return nil
        }
        samlRequest = request
        code = json["verificationCode"]?.stringValue
    }
}
