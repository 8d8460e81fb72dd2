/// The calls for a resource's tokens, and for what the service knows about the user.
///
/// Paths and names come from the constants in the header of the iOS/tvOS SDK 3.1, values from what native clients send.
extension ServiceCall {
    /// Asks for the authZ token of a resource.
    ///
    /// - Parameters:
    ///   - token: the authN token, as the service sent it.
    ///   - genericData: the app's data for this call, as JSON.
    ///   - proof: `FlowContext.requestorProof`.
    package static func authorize(
        resource: String, requestor: String, provider: MVPD, token: String, deviceID: String, genericData: String?,
        proof: [Parameter]
    ) -> ServiceCall {
        var call = ServiceCall(.post, "\(provider.spUrl)/authorizeDevice")
        call.parameters = [
            Parameter("resource_id", resource), Parameter("requestor_id", requestor),
            Parameter("mso_id", provider.id), Parameter("authentication_token", token), Parameter("userMeta", "1"),
        ]
        if let genericData { call.parameters.append(Parameter("generic_data", genericData)) }
        call.parameters += proof
        call.parameters.append(Parameter("device_id", deviceID))
        return call
    }

    /// Asks for a media token.
    ///
    /// - Parameters:
    ///   - authorization: the authZ token, as the service sent it.
    ///   - guid: the GUID of the authN token, not hashed.
    package static func mediaToken(
        authorization: String, guid: String, requestor: String, provider: MVPD, deviceID: String, proof: [Parameter]
    ) -> ServiceCall {
        var call = ServiceCall(.post, "\(provider.spUrl)/deviceShortAuthorize")
        call.parameters = [
            Parameter("authz_token", authorization), Parameter("session_guid", guid),
            Parameter("hashed_guid", "false"), Parameter("requestor_id", requestor), Parameter("mso_id", provider.id),
        ]
        call.parameters += proof
        call.parameters.append(Parameter("device_id", deviceID))
        return call
    }

    /// Asks which of these resources the user may watch.
    ///
    /// - Parameters:
    ///   - explains: whether to ask for JSON, which can give the reasons for denials. The service may still answer with
    ///     XML.
    ///   - usesRemoteCache: whether the service may answer from its cache (RFC 9111, section 5.2.1.4).
    package static func preauthorize(
        _ resources: [String], requestor: String, provider: MVPD, token: String, explains: Bool = false,
        usesRemoteCache: Bool = true
    ) -> ServiceCall {
        var call = ServiceCall(.post, "\(provider.spUrl)/preauthorize")
        call.parameters = [Parameter("authentication_token", token), Parameter("requestor_id", requestor)]
        call.parameters += resources.map { Parameter("resource_id", $0) }
        if explains { call.fields.append(TransportField("Accept", "application/json")) }
        if !usesRemoteCache { call.fields.append(TransportField("Cache-Control", "no-cache")) }
        return call
    }

    /// Asks for the device's ID in the form that the programmer may know.
    ///
    /// - Parameter fingerprint: the device fingerprint, as written in the authN token.
    package static func deviceMetadata(
        requestor: String, provider: MVPD, fingerprint: String, proof: [Parameter]
    ) -> ServiceCall {
        var call = ServiceCall(.post, "\(provider.spUrl)/getMetadataDevice")
        call.parameters = [Parameter("requestor_id", requestor)] + proof + [Parameter("device_id", fingerprint)]
        return call
    }

    /// Asks for the user metadata with its sensitive values encrypted for the programmer.
    ///
    /// - Parameter metadata: the user metadata that the SDK has stored, as JSON.
    package static func userMetadata(
        requestor: String, provider: MVPD, token: String, metadata: String
    ) -> ServiceCall {
        var call = ServiceCall(.post, "\(provider.spUrl)/usermetadata")
        call.parameters = [
            Parameter("requestor", requestor), Parameter("authn", token), Parameter("metadata", metadata),
        ]
        return call
    }
}
