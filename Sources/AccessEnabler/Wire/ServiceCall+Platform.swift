import PassCore

/// The calls of the platform's own sign-on.
///
/// Only the paths of the vendor's service are public; the fields are the simulator's own.
extension ServiceCall {
    /// Asks for the SAML request that the platform passes to the MVPD.
    static func platformRequest(requestor: String, provider: MVPD, deviceID: String) -> ServiceCall {
        var call = ServiceCall(.post, "\(provider.spUrl)/tokens/verificationCode")
        call.parameters = identity(requestor, provider, deviceID)
        return call
    }

    /// Sends the MVPD's SAML response to the service; `sessionDevice` then returns the token.
    ///
    /// - Parameters:
    ///   - code: the code that came with the SAML request, if any.
    ///   - samlResponse: the SAML response in base64.
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

/// The SAML request, in base64, that the platform passes to the MVPD, and the code to send back with the response.
package struct PlatformRequestAnswer: Equatable {
    var samlRequest: String
    var code: String?

    /// Reads an answer; `nil` for a status other than 2xx, or a body without `SAMLRequest`.
    package init?(_ response: TransportResponse) {
        guard let json = response.json, let request = json["SAMLRequest"]?.stringValue, !request.isEmpty else {
            return nil
        }
        samlRequest = request
        code = json["verificationCode"]?.stringValue
    }
}
