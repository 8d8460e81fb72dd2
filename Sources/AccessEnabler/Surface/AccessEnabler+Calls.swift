extension AccessEnabler {
    // MARK: Configuration

    /// Sets what travels with every later request: `OPTION_PROFILE`, `OPTION_VISITOR_ID`, `OPTION_HANDLE_SVC`, `OPTION_DEVICE_INFO`.
    ///
    /// Since 2.3.0. It replaces what was set before.
    public func setOptions(_ options: [String: Any]) {
        if knows(.setOptions) { post(.setOptions(values(options))) }
    }

    /// Configures for that requestor at the default service provider. Since 3.0; call it on the main thread.
    ///
    /// `setRequestorComplete` follows, for the newest of several calls only.
    public func setRequestor(_ requestor: String) {
        if knows(.setRequestor) { configure(RequestorSetting(requestor: requestor)) }
    }

    /// The same at other service providers, e.g. `sp.example/adobe-services`; all are asked, the first to list an MVPD serves it.
    public func setRequestor(_ requestor: String, serviceProviders: [String]) {
        if knows(.setRequestorServiceProviders) {
            configure(RequestorSetting(requestor: requestor, serviceProviders: serviceProviders))
        }
    }

    func configure(_ setting: RequestorSetting, expecting expectation: Expectation? = nil) {
        post(.setRequestor(setting, isOnMain: platform.mainExecutor.isCurrent()), expecting: expectation)
    }

    // MARK: Authentication

    /// Tells by `setAuthenticationStatus` whether the user is logged in; it asks the store, never the network.
    ///
    /// A login that came from the platform counts as long as the platform let it when it was asked last, in `setRequestor` or in
    /// a login; VSA403, VSA404 or AAPL_ERROR says why it doesn't.
    public func checkAuthentication() { post(.checkAuthentication) }

    /// Logs the user in, unless that is done already.
    public func getAuthentication() { post(.getAuthentication(force: false, data: nil, filter: nil)) }

    /// - Parameters:
    ///   - forceAuthn: whether to log in again a user who is logged in.
    ///   - data: passed through to the service; needed for Promotional TempPass.
    public func getAuthentication(_ forceAuthn: Bool, withData data: [String: Any]?) {
        if knows(.getAuthenticationData) {
            post(.getAuthentication(force: forceAuthn, data: data.map(values), filter: nil))
        }
    }

    /// - Parameter filter: the MVPDs that the platform's picker shows: `TV_PROVIDERS`, in order, and `FEATURED_TV_PROVIDERS`. Since 2.4.
    public func getAuthentication(_ filter: [String: Any]) {
        if knows(.getAuthenticationDictionary) {
            post(.getAuthentication(force: false, data: nil, filter: ProviderFilter(filter)))
        }
    }

    public func getAuthentication(_ forceAuthn: Bool, withData data: [String: Any]?, andFilter filter: [String: Any]) {
        if knows(.getAuthenticationDictionary) {
            post(.getAuthentication(force: forceAuthn, data: data.map(values), filter: ProviderFilter(filter)))
        }
    }

    /// Answers `displayProviderDialog`, or changes the MVPD.
    ///
    /// - Parameter mvpdID: `nil` when the user cancelled: the picker, the browser or the second screen.
    public func setSelectedProvider(_ mvpdID: String?) { post(.setSelectedProvider(mvpdID)) }

    /// Tells the current MVPD by `selectedProvider`.
    public func getSelectedProvider() { post(.getSelectedProvider) }

    /// Ends a login or a logout in a browser. Since 3.0; call it once, after closing the browser.
    ///
    /// - Parameter url: the URL that was intercepted.
    public func handleExternalURL(_ url: String?) {
        if knows(.handleExternalURL) { post(.handleExternalURL(url)) }
    }

    /// Forgets every login on this device, in all apps that share its store, and lets a browser tell the MVPD.
    public func logout() { post(.logout) }

    func post(_ call: EntitlementCall, expecting expectation: Expectation? = nil) {
        driver.post(.call(call), expecting: expectation)
    }
}

extension ProviderFilter {
    /// What a dictionary says of it; other members and other types count as nothing.
    init(_ filter: [String: Any]) {
        self.init(
            shown: filter[TV_PROVIDERS] as? [String] ?? [], featured: filter[FEATURED_TV_PROVIDERS] as? [String] ?? [])
    }
}
