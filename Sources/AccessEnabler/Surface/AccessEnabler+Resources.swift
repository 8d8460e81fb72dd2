extension AccessEnabler {
    /// Requests a media token for a resource, without starting a login; the delegate gets `setToken` or
    /// `tokenRequestFailed`.
    ///
    /// - Parameter resource: the resource's identifier, or MRSS.
    public func checkAuthorization(_ resource: String!) {
        post(.checkAuthorization(ResourceRequest(resource: resource ?? "")))
    }

    /// Requests a media token for a resource, without starting a login, and passes the app's data to the service. Since
    /// 1.9.
    ///
    /// - Parameters:
    ///   - resource: the resource's identifier, or MRSS.
    ///   - data: the data passed through to the service.
    public func checkAuthorization(_ resource: String!, withData data: [AnyHashable: Any]!) {
        if knows(.checkAuthorizationData) {
            post(.checkAuthorization(ResourceRequest(resource: resource ?? "", data: optionalValues(data))))
        }
    }

    /// Requests a media token for a resource, and first logs in a user who isn't logged in.
    ///
    /// The delegate gets `setToken` or `tokenRequestFailed`. If the login fails, the delegate gets
    /// `setAuthenticationStatus` instead.
    ///
    /// - Parameter resource: the resource's identifier, or MRSS.
    public func getAuthorization(_ resource: String!) {
        post(.getAuthorization(ResourceRequest(resource: resource ?? "")))
    }

    /// Requests a media token like `getAuthorization(_:)`, and passes the app's data to the service. Since 1.9.
    ///
    /// - Parameters:
    ///   - resource: the resource's identifier, or MRSS.
    ///   - data: the data passed through to the service.
    public func getAuthorization(_ resource: String!, withData data: [AnyHashable: Any]!) {
        if knows(.getAuthorizationData) {
            post(.getAuthorization(ResourceRequest(resource: resource ?? "", data: optionalValues(data))))
        }
    }

    /// Asks which of the resources the user can probably watch; the delegate gets `preauthorizedResources`. Since 1.3.
    public func checkPreauthorizedResources(_ resources: [Any]!) {
        if knows(.checkPreauthorizedResources) {
            post(.checkPreauthorizedResources(texts(resources), usesCache: true))
        }
    }

    /// Asks which of the resources the user can probably watch; the delegate gets `preauthorizedResources`. Since 3.1.
    ///
    /// - Parameter cache: whether a stored answer about the same resources may be used.
    public func checkPreauthorizedResources(_ resources: [Any]!, cache: Bool) {
        if knows(.checkPreauthorizedResourcesCache) {
            post(.checkPreauthorizedResources(texts(resources), usesCache: cache))
        }
    }

    /// Asks for a decision on each resource, with the reason for each refusal. Since 3.6.
    ///
    /// The call doesn't wait for the configuration: without one, `onFailure` is called at once.
    public func preauthorize(
        _ request: PreauthorizeRequest, didCompleteWith callback: AccessEnablerCallback<PreauthorizeResponse>
    ) {
        if knows(.preauthorize) { driver.post(.preauthorize(request, callback)) }
    }

    /// Asks for metadata of the login, the device or the user; the delegate gets `setMetadataStatus`.
    ///
    /// - Parameter arguments: the opcode under `METADATA_OPCODE_KEY`, and what that opcode needs:
    ///   `METADATA_RESOURCE_ID_KEY` or `METADATA_USER_META_KEY`.
    public func getMetadata(_ arguments: [AnyHashable: Any]!) { post(.getMetadata(values(arguments))) }
}
