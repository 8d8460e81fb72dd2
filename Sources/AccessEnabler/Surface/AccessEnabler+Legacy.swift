/// The calls that apps used before 3.0.
extension AccessEnabler {
    /// Fetches the requestor's configuration from the default service provider, with a signed requestor ID.
    ///
    /// Deprecated in 3.0: the software statement replaces the signature.
    ///
    /// - Parameter signed: the requestor ID signed with the programmer's private key, in Base64.
    public func setRequestor(_ requestor: String!, setSignedRequestorId signed: String!) {
        configure(RequestorSetting(requestor: requestor ?? "", signedRequestor: signed))
    }

    /// Fetches the requestor's configuration from the given service providers, with a signed requestor ID.
    ///
    /// Deprecated in 3.0: the software statement replaces the signature.
    ///
    /// - Parameters:
    ///   - signed: the requestor ID signed with the programmer's private key, in Base64.
    ///   - serviceProviders: addresses such as `sp.example/adobe-services`; an empty list means the default one.
    public func setRequestor(_ requestor: String!, setSignedRequestorId signed: String!, serviceProviders: [Any]!) {
        configure(
            RequestorSetting(
                requestor: requestor ?? "", signedRequestor: signed, serviceProviders: texts(serviceProviders) ?? []))
    }

    /// Fetches the requestor's configuration from the default service provider, with the keys for tvOS. Since 2.0.
    ///
    /// Deprecated in 3.0.
    ///
    /// - Parameters:
    ///   - signed: the requestor ID signed with the programmer's private key, in Base64.
    ///   - secret: the key that, with `publicKey`, signs the second screen's calls in the vendor's SDK (tvOS). What it
    ///     signs isn't public, so this SDK sends neither key.
    ///   - publicKey: the key that goes with `secret`.
    public func setRequestor(
        _ requestor: String!, setSignedRequestorId signed: String!, secret: String!, publicKey: String!
    ) {
        setRequestor(
            requestor, setSignedRequestorId: signed, serviceProviders: [], secret: secret, publicKey: publicKey)
    }

    /// Fetches the requestor's configuration from the given service providers, with the keys for tvOS. Since 2.0.
    ///
    /// Deprecated in 3.0.
    ///
    /// - Parameters:
    ///   - signed: the requestor ID signed with the programmer's private key, in Base64.
    ///   - serviceProviders: addresses such as `sp.example/adobe-services`; an empty list means the default one.
    ///   - secret: the key that, with `publicKey`, signs the second screen's calls in the vendor's SDK (tvOS). What it
    ///     signs isn't public, so this SDK sends neither key.
    ///   - publicKey: the key that goes with `secret`.
    public func setRequestor(
        _ requestor: String!, setSignedRequestorId signed: String!, serviceProviders: [Any]!, secret: String!,
        publicKey: String!
    ) {
        guard knows(.setRequestorKeys) else { return }
        configure(
            RequestorSetting(
                requestor: requestor ?? "", signedRequestor: signed, serviceProviders: texts(serviceProviders) ?? [],
                secret: secret,
                publicKey: publicKey))
    }

    /// Logs the user in, with a choice of MVPDs for the platform's picker. Available from 2.0 to 2.3.1.
    ///
    /// From 2.4 on the filter is a dictionary.
    ///
    /// - Parameter filter: the MVPD IDs that the picker shows, in order.
    @_disfavoredOverload
    public func getAuthentication(_ filter: [Any]!) {
        if knows(.getAuthenticationArray) {
            post(
                .getAuthentication(
                    force: false, data: nil, filter: ProviderFilter(shown: texts(filter) ?? [], featured: [])))
        }
    }

    /// Logs the user in, with data for the service and a choice of MVPDs for the platform's picker. Available from 2.0
    /// to 2.3.1.
    ///
    /// From 2.4 on the filter is a dictionary.
    ///
    /// - Parameters:
    ///   - forceAuthn: whether to log in again if the user is already logged in.
    ///   - data: the data passed through to the service; a promotional TempPass requires it.
    ///   - filter: the MVPD IDs that the picker shows, in order.
    @_disfavoredOverload
    public func getAuthentication(
        _ forceAuthn: Bool, withData data: [AnyHashable: Any]!, andFilter filter: [Any]!
    ) {
        if knows(.getAuthenticationArray) {
            post(
                .getAuthentication(
                    force: forceAuthn, data: optionalValues(data),
                    filter: ProviderFilter(shown: texts(filter) ?? [], featured: [])))
        }
    }

    /// Completes a login or logout in a web view, in versions up to 2.x. Call it once, when the web view is about to
    /// open the redirect URL.
    ///
    /// Deprecated in 3.0: `handleExternalURL` replaces it.
    public func getAuthenticationToken() {
        if knows(.getAuthenticationToken) { post(.handleExternalURL(ADOBEPASS_REDIRECT_URL)) }
    }
}
