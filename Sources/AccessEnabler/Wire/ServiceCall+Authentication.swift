package import PassCore

/// The calls of a login or a logout, used by interactive and passive authentication alike.
///
/// Paths and names come from the constants in the header of the iOS/tvOS SDK 3.1, values from what native clients send.
extension ServiceCall {
    /// Asks for the registration code that links a browser or a second screen to this device's token.
    package static func registrationCode(requestor: String, provider: MVPD, deviceID: String) -> ServiceCall {
        var call = ServiceCall(.post, "\(provider.spBaseUrl)/reggie/v1/\(PercentEncoding.encode(requestor))/regcode")
        call.parameters = [
            Parameter("requestor", requestor), Parameter("deviceId", deviceID), Parameter("format", "json"),
        ]
        return call
    }

    /// Asks for the authN token of a login; a registration code or, without one, the web view's cookies identify the
    /// login.
    ///
    /// - Parameters:
    ///   - code: the registration code; `nil` before 3.0 on iOS, where the web view's cookies are sent instead.
    ///   - proof: `FlowContext.requestorProof`.
    package static func session(
        requestor: String, provider: MVPD, deviceID: String, code: String?, proof: [Parameter]
    ) -> ServiceCall {
        var call = ServiceCall(.post, "\(provider.spUrl)/sessionDevice")
        call.parameters = [Parameter("_method", "GET"), Parameter("requestor_id", requestor)]
        if let code { call.parameters.append(Parameter("reg_code", code)) }
        call.parameters += proof
        call.parameters.append(Parameter("device_id", deviceID))
        call.sharesCookies = code == nil
        return call
    }

    /// Starts a login in a browser; `FlowContext.browserURL` turns the call into the URL to open.
    ///
    /// - Parameters:
    ///   - redirect: the URL at which the chain of redirects ends.
    ///   - clientType: `iOS` or `tvOS`.
    ///   - code: the registration code, from 3.0 on.
    ///   - genericData: the app's data for the service, as JSON.
    ///   - isPassive: whether the MVPD must not show the user anything.
    package static func authenticate(
        requestor: String, provider: MVPD, redirect: String, clientType: String, clientVersion: SDKVersion,
        code: String? = nil, genericData: String? = nil, isPassive: Bool = false
    ) -> ServiceCall {
        var call = ServiceCall(.get, "\(provider.spUrl)/authenticate/saml")
        call.parameters = [
            Parameter("domain_name", "adobe.com"), Parameter("noflash", "true"), Parameter("no_iframe", "true"),
            Parameter("mso_id", provider.id), Parameter("requestor_id", requestor),
            Parameter("client_type", clientType), Parameter("client_version", clientVersion.description),
        ]
        if let code { call.parameters.append(Parameter("reg_code", code)) }
        if let genericData { call.parameters.append(Parameter("generic_data", genericData)) }
        if isPassive { call.parameters.append(Parameter("passive", "true")) }
        call.parameters.append(Parameter("redirect_url", redirect))
        call.needsAccessToken = false
        return call
    }

    /// Starts a logout; on iOS a browser makes the request.
    ///
    /// - Parameters:
    ///   - nameID: the SAML name ID in the authN token; left out when the token has none.
    ///   - sessionIndex: the SAML session index in the authN token; left out when the token has none.
    ///   - token: the whole authN token, as the service sent it.
    package static func logout(
        requestor: String, provider: MVPD, nameID: String?, sessionIndex: String?, token: String?, redirect: String
    ) -> ServiceCall {
        var call = ServiceCall(.get, "\(provider.spUrl)/logout")
        call.parameters = [Parameter("mso_id", provider.id), Parameter("requestor_id", requestor)]
        if let nameID { call.parameters.append(Parameter("name_id", nameID)) }
        if let sessionIndex { call.parameters.append(Parameter("session_index", sessionIndex)) }
        if let token { call.parameters.append(Parameter("authentication_token", token)) }
        call.parameters.append(Parameter("redirect_url", redirect))
        call.needsAccessToken = false
        return call
    }

    /// Returns a browser's URL with its redirect URL replaced by `ADOBEPASS_REDIRECT_URL`, at which a web view ends.
    static func forWebView(_ url: String) -> String {
        guard let start = url.firstRange(of: "redirect_url=")?.upperBound else { return url }
        let end = url[start...].firstIndex(of: "&") ?? url.endIndex
        return url[..<start] + PercentEncoding.encode(ADOBEPASS_REDIRECT_URL) + url[end...]
    }
}

/// A registration code and its expiry.
package struct RegistrationCodeAnswer: Sendable, Equatable {
    package var code: String
    package var expires: Timestamp

    /// Reads an answer; `nil` for a status other than 2xx, or a body without `code` or `expires` (milliseconds since
    /// 1970).
    package init?(_ response: TransportResponse) {
        guard let json = response.json, let code = json["code"]?.stringValue, !code.isEmpty,
            let expires = json["expires"]?.integerValue
        else { return nil }
        self.code = code
        self.expires = Timestamp(milliseconds: expires)
    }
}
