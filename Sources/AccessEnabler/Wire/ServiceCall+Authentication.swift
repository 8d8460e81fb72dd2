package import PassCore

/// The calls around a login, which interactive and passive authentication share.
///
/// Paths and names: iOS/tvOS SDK 3.1, constants of its header; values as native clients send them.
extension ServiceCall {
    /// Asks for the code that ties a browser, or a second screen, to the token of this device.
    package static func registrationCode(requestor: String, provider: MVPD, deviceID: String) -> ServiceCall {
        var call = ServiceCall(.post, "\(provider.spBaseUrl)/reggie/v1/\(PercentEncoding.encode(requestor))/regcode")
        call.parameters = [
            Parameter("requestor", requestor), Parameter("deviceId", deviceID), Parameter("format", "json"),
        ]
        return call
    }

    /// Asks for the authN token of the login that a code, or else the web view's cookies, name.
    ///
    /// - Parameters:
    ///   - code: `nil` before 3.0 on iOS; then the cookies go along.
    ///   - proof: `EntitlementMachine.requestorProof`.
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

    /// The start of a login, for a browser: `EntitlementMachine.browserURL` makes its URL.
    ///
    /// - Parameters:
    ///   - redirect: where the chain ends.
    ///   - clientType: `iOS` or `tvOS`.
    ///   - code: the registration code, from 3.0 on.
    ///   - genericData: JSON, for the service to read.
    ///   - isPassive: whether the MVPD may show nothing.
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

    /// The start of a logout, for a browser.
    ///
    /// - Parameters:
    ///   - nameID: what the authN token says of the MVPD's session, as the next one; left out when it says nothing.
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
}

/// A registration code and how long it counts.
package struct RegistrationCodeAnswer: Sendable, Equatable {
    package var code: String
    package var expires: Timestamp

    /// `nil` for another status than 2xx, or a body without `code` or `expires` (milliseconds since 1970).
    package init?(_ response: TransportResponse) {
        guard let json = response.json, let code = json["code"]?.stringValue, !code.isEmpty,
            let expires = json["expires"]?.integerValue
        else { return nil }
        self.code = code
        self.expires = Timestamp(milliseconds: expires)
    }
}
