/// What apps called before 3.0.
extension AccessEnabler {
    /// - Parameter setSignedRequestorId: the requestor ID signed with the programmer's private key, in Base64.
    ///
    /// Deprecated in 3.0: the software statement replaces the signature.
    public func setRequestor(_ requestor: String, setSignedRequestorId signed: String) {
        configure(RequestorSetting(requestor: requestor, signedRequestor: signed))
    }

    /// Deprecated in 3.0.
    public func setRequestor(_ requestor: String, setSignedRequestorId signed: String, serviceProviders: [String]) {
        configure(
            RequestorSetting(requestor: requestor, signedRequestor: signed, serviceProviders: serviceProviders))
    }

    /// - Parameters:
    ///   - secret: signs the calls of the second screen (tvOS), with `publicKey`. Since 2.0.
    ///
    /// Deprecated in 3.0.
    public func setRequestor(
        _ requestor: String, setSignedRequestorId signed: String, secret: String, publicKey: String
    ) {
        setRequestor(
            requestor, setSignedRequestorId: signed, serviceProviders: [], secret: secret, publicKey: publicKey)
    }

    /// Deprecated in 3.0.
    public func setRequestor(
        _ requestor: String, setSignedRequestorId signed: String, serviceProviders: [String], secret: String,
        publicKey: String
    ) {
        guard knows(.setRequestorKeys) else { return }
        configure(
            RequestorSetting(
                requestor: requestor, signedRequestor: signed, serviceProviders: serviceProviders, secret: secret,
                publicKey: publicKey))
    }

    /// - Parameter filter: the MVPDs that the platform's picker shows, in order. From 2.0 to 2.3.1; a dictionary replaces it.
    public func getAuthentication(_ filter: [String]) {
        if knows(.getAuthenticationArray) {
            post(.getAuthentication(force: false, data: nil, filter: ProviderFilter(shown: filter, featured: [])))
        }
    }

    /// From 2.0 to 2.3.1.
    public func getAuthentication(_ forceAuthn: Bool, withData data: [String: Any]?, andFilter filter: [String]) {
        if knows(.getAuthenticationArray) {
            post(
                .getAuthentication(
                    force: forceAuthn, data: data.map(values), filter: ProviderFilter(shown: filter, featured: [])))
        }
    }

    /// Ends a login in a web view, up to 2.x; call it once, when the web view is about to open the redirect URL.
    ///
    /// Deprecated in 3.0: `handleExternalURL` replaces it.
    public func getAuthenticationToken() {
        if knows(.getAuthenticationToken) { post(.handleExternalURL(profile.redirectURL)) }
    }
}
