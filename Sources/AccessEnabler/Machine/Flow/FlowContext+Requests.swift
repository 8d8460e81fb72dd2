import PassCore

/// The parts that every request carries: the client, the device, and the app's options.
extension FlowContext {
    /// Returns the URL of a call for a browser; its query has the device information that other calls carry in a header
    /// field.
    func browserURL(_ call: ServiceCall) -> String {
        var parameters = call.parameters + optionParameters
        if let information = deviceInformation { parameters.append(.init("device_info", information)) }
        return Self.url(call.url, query: parameters)
    }

    /// The proof of the requestor's identity in token calls before 3.0, which have no access token.
    ///
    /// `secret` and `publicKey` (tvOS 2.x) stay in the setting: no public source says what they sign, so neither is
    /// sent.
    var requestorProof: [ServiceCall.Parameter] {
        guard !setup.profile.registersClient,
            let signed = configuration?.setting.signedRequestor
        else { return [] }
        return [.init("signed_requestor_id", signed)]
    }

    /// Returns the request for the token of a login.
    ///
    /// - Parameter code: the registration code of the login; `nil` if it has none.
    func session(of requestor: String, at provider: MVPD, code: String?) -> ServiceCall {
        .session(
            requestor: requestor, provider: provider, deviceID: setup.deviceID, code: code, proof: requestorProof)
    }

    /// The value of `client_type`: `iOS` or `tvOS`.
    var clientType: String { setup.operatingSystem.name.rawValue }

    /// Returns the URL of a service provider's operations; up to 2.x it ends with the interface's version.
    func operationsURL(_ serviceProvider: ServiceProvider) -> String {
        setup.profile.registersClient ? serviceProvider.url : "\(serviceProvider.url)/1.0"
    }

    /// Returns the HTTP request for a call, with everything that every request carries.
    func transportRequest(_ call: ServiceCall, accessToken: String?) -> TransportRequest {
        var request = TransportRequest(method: call.method.rawValue, url: call.url)
        let parameters = call.parameters + optionParameters
        var fields = [TransportField("User-Agent", userAgent)]
        if let information = deviceInformation { fields.append(TransportField("X-Device-Info", information)) }
        if let accessToken { fields.append(TransportField("Authorization", "Bearer \(accessToken)")) }
        if let json = call.json {
            fields.append(TransportField("Content-Type", "application/json; charset=UTF-8"))
            request.body = json
            request.url = Self.url(call.url, query: parameters)
        } else if call.method == .post {
            fields.append(TransportField("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8"))
            request.body = Array(Self.encode(parameters).utf8)
        } else {
            request.url = Self.url(call.url, query: parameters)
        }
        request.fields = fields + call.fields
        return request
    }

    /// The options that every call carries, in all flows.
    private var optionParameters: [ServiceCall.Parameter] {
        var parameters: [ServiceCall.Parameter] = []
        if let visitor = options[OPTION_VISITOR_ID]?.stringValue {
            parameters.append(.init("ap_vi", visitor))
        }
        if let profile = options[OPTION_PROFILE]?.stringValue {
            parameters.append(.init("applicationProfile", profile))
        }
        return parameters
    }

    /// The client information in Base64, or the app's replacement for it; `nil` before 2.3, which had neither.
    private var deviceInformation: String? {
        guard setup.profile.version >= SDKVersion(2, 3) else { return nil }
        let replaced = options[OPTION_DEVICE_INFO]?.stringValue
        // A replacement that isn't printable ASCII is ignored: it could end the header field and begin another one.
        if let replaced, replaced.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return replaced }
        return Base64.encode(setup.clientInformation.json(system: setup.operatingSystem, app: setup.app))
    }

    /// The `User-Agent` field, e.g. `AdobePassNativeClient/1.9.4 (iPhone; U; CPU iPhone OS 9.2.1 like Mac OS X;
    /// en-us)`.
    ///
    /// From 3.0 on the field looks like a browser's, with the client's name and version at the end.
    private var userAgent: String {
        let client = "AdobePassNativeClient/\(setup.profile.version)"
        let (device, system) =
            switch setup.clientInformation.hardwareType {
            case _ where setup.isTV: ("Apple TV", "CPU OS")
            case .tablet: ("iPad", "CPU OS")
            default: ("iPhone", "CPU iPhone OS")
            }
        let platform = "\(device); U; \(system) \(setup.operatingSystem.version) like Mac OS X; en-us"
        return setup.profile.registersClient ? "Mozilla/5.0 (\(platform)) \(client)" : "\(client) (\(platform))"
    }

    private static func url(_ url: String, query: [ServiceCall.Parameter]) -> String {
        query.isEmpty ? url : "\(url)?\(encode(query))"
    }

    private static func encode(_ parameters: [ServiceCall.Parameter]) -> String {
        parameters.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
            .joined(separator: "&")
    }
}

extension ClientInformation {
    /// Returns the documented object ("Passing client information"); `version` is the model's, e.g. `10,1` of
    /// `iPhone10,1`.
    fileprivate func json(system: AccessEnablerOperatingSystem, app: AccessEnablerAppIdentity) -> [UInt8] {
        let version = model.drop { !$0.isNumber }
        return JSONWriter.object {
            $0.member("primaryHardwareType", hardwareType.rawValue)
            $0.member("model", model)
            $0.member("version", version.isEmpty ? system.version : String(version))
            $0.member("manufacturer", "Apple")
            $0.member("vendor", "Apple")
            $0.member("displayWidth", displayWidth)
            $0.member("displayHeight", displayHeight)
            $0.member("osName", system.name.rawValue)
            $0.member("osVersion", system.version)
            $0.member("connectionType", connectionType.rawValue)
            $0.member("applicationId", app.bundleID)
        }
    }
}
