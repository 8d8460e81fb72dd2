extension AccessEnabler {
    /// Fetches a media token for a resource if the user is logged in: `setToken`, or `tokenRequestFailed`.
    ///
    /// - Parameter resource: its identifier, or MRSS.
    public func checkAuthorization(_ resource: String) {
        post(.checkAuthorization(ResourceRequest(resource: resource)))
    }

    /// - Parameter data: passed through to the service. Since 1.9.
    public func checkAuthorization(_ resource: String, withData data: [String: Any]?) {
        if knows(.checkAuthorizationData) {
            post(.checkAuthorization(ResourceRequest(resource: resource, data: data.map(values))))
        }
    }

    /// The same, logging in first a user who isn't.
    public func getAuthorization(_ resource: String) {
        post(.getAuthorization(ResourceRequest(resource: resource)))
    }

    /// - Parameter data: passed through to the service. Since 1.9.
    public func getAuthorization(_ resource: String, withData data: [String: Any]?) {
        if knows(.getAuthorizationData) {
            post(.getAuthorization(ResourceRequest(resource: resource, data: data.map(values))))
        }
    }

    /// Asks which of these the user may probably watch: `preauthorizedResources`. Since 1.3.
    public func checkPreauthorizedResources(_ resources: [String]?) {
        if knows(.checkPreauthorizedResources) {
            post(.checkPreauthorizedResources(resources, usesCache: true))
        }
    }

    /// - Parameter cache: whether the last answer will do. Since 3.1.
    public func checkPreauthorizedResources(_ resources: [String]?, cache: Bool) {
        if knows(.checkPreauthorizedResourcesCache) {
            post(.checkPreauthorizedResources(resources, usesCache: cache))
        }
    }

    /// Asks the same with the reasons; no waiting for the configuration. Since 3.6.
    public func preauthorize(
        _ request: PreauthorizeRequest, didCompleteWith callback: AccessEnablerCallback<PreauthorizeResponse>
    ) {
        if knows(.preauthorize) { driver.post(.preauthorize(request, callback)) }
    }

    /// Tells by `setMetadataStatus` what is known of the login: `METADATA_OPCODE_KEY`, and by opcode `METADATA_RESOURCE_ID_KEY` or
    /// `METADATA_USER_META_KEY`.
    public func getMetadata(_ arguments: [String: Any]) { post(.getMetadata(values(arguments))) }
}
