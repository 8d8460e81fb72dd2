extension AccessEnabler {
    // MARK: Configuration

    /// Sets the options that every later request carries, and replaces those set before. Since 2.3.0.
    ///
    /// The keys are `OPTION_PROFILE`, `OPTION_VISITOR_ID`, `OPTION_HANDLE_SVC` and `OPTION_DEVICE_INFO`.
    public func setOptions(_ options: [AnyHashable: Any]!) {
        if knows(.setOptions) { post(.setOptions(values(options))) }
    }

    /// Fetches the requestor's configuration from the default service provider. Since 3.0; call it on the main thread.
    ///
    /// The delegate gets `setRequestorComplete`. If several calls overlap, it gets the callback for the newest one
    /// only.
    public func setRequestor(_ requestor: String!) {
        if knows(.setRequestor) { configure(RequestorSetting(requestor: requestor ?? "")) }
    }

    /// Fetches the requestor's configuration from the given service providers. Since 3.0; call it on the main thread.
    ///
    /// The SDK asks all of them. Each MVPD is served by the service provider that lists it in the earliest answer.
    ///
    /// - Parameter serviceProviders: addresses such as `sp.example/adobe-services`; an empty list means the default
    ///   one.
    public func setRequestor(_ requestor: String!, serviceProviders: [Any]!) {
        if knows(.setRequestorServiceProviders) {
            configure(RequestorSetting(requestor: requestor ?? "", serviceProviders: texts(serviceProviders) ?? []))
        }
    }

    func configure(_ setting: RequestorSetting, expecting expectation: Expectation? = nil) {
        post(.setRequestor(setting, isOnMain: platform.mainExecutor.isCurrent()), expecting: expectation)
    }

    // MARK: Authentication

    /// Checks whether the user is logged in; the delegate gets `setAuthenticationStatus`.
    ///
    /// The answer comes from the store, never from the network. A login through the platform's sign-on counts only if
    /// the platform allowed it when the SDK last asked, in `setRequestor` or during a login. If it doesn't count,
    /// VSA403, VSA404 or AAPL_ERROR says why.
    public func checkAuthentication() { post(.checkAuthentication) }

    /// Logs the user in, unless the user is already logged in. The outcome comes in `setAuthenticationStatus`.
    public func getAuthentication() { post(.getAuthentication(force: false, data: nil, filter: nil)) }

    /// Logs the user in, again if `forceAuthn` is true, and passes the app's data to the service. Since 1.9.
    ///
    /// - Parameters:
    ///   - forceAuthn: whether to log in again if the user is already logged in.
    ///   - data: the data passed through to the service; a promotional TempPass requires it.
    public func getAuthentication(_ forceAuthn: Bool, withData data: [AnyHashable: Any]!) {
        if knows(.getAuthenticationData) {
            post(.getAuthentication(force: forceAuthn, data: optionalValues(data), filter: nil))
        }
    }

    /// Logs the user in, with a choice of MVPDs for the platform's picker. Since 2.4.
    ///
    /// - Parameter filter: the MVPD IDs that the picker shows, in order, under `TV_PROVIDERS`, and those that it
    ///   features under `FEATURED_TV_PROVIDERS`.
    public func getAuthentication(_ filter: [AnyHashable: Any]!) {
        if knows(.getAuthenticationDictionary) {
            post(.getAuthentication(force: false, data: nil, filter: ProviderFilter(filter)))
        }
    }

    /// Logs the user in, with data for the service and a choice of MVPDs for the platform's picker. Since 2.4.
    ///
    /// - Parameters:
    ///   - forceAuthn: whether to log in again if the user is already logged in.
    ///   - data: the data passed through to the service; a promotional TempPass requires it.
    ///   - filter: the MVPD IDs that the picker shows, in order, under `TV_PROVIDERS`, and those that it features
    ///     under `FEATURED_TV_PROVIDERS`.
    public func getAuthentication(
        _ forceAuthn: Bool, withData data: [AnyHashable: Any]!, andFilter filter: [AnyHashable: Any]!
    ) {
        if knows(.getAuthenticationDictionary) {
            post(.getAuthentication(force: forceAuthn, data: optionalValues(data), filter: ProviderFilter(filter)))
        }
    }

    /// Selects an MVPD: the answer to `displayProviderDialog`, or a change of MVPD.
    ///
    /// - Parameter mvpdID: the MVPD's `id`; `nil` when the user cancelled the picker, the browser or the second
    ///   screen.
    public func setSelectedProvider(_ mvpdID: String!) { post(.setSelectedProvider(mvpdID)) }

    /// Asks for the current MVPD; the delegate gets `selectedProvider`.
    public func getSelectedProvider() { post(.getSelectedProvider) }

    /// Completes a login or logout in a browser. Since 3.0; call it once, after closing the browser.
    ///
    /// - Parameter url: the URL that the app intercepted.
    public func handleExternalURL(_ url: String!) {
        if knows(.handleExternalURL) { post(.handleExternalURL(url)) }
    }

    /// Logs the user out: erases every login on this device, in all apps that share this app's store, then has a
    /// browser notify the MVPD.
    ///
    /// On tvOS the SDK sends a request instead of opening a browser, and the user's session at the MVPD continues.
    public func logout() { post(.logout) }

    func post(_ call: EntitlementCall, expecting expectation: Expectation? = nil) {
        driver.post(.call(call), expecting: expectation)
    }
}

extension ProviderFilter {
    /// Reads the filter from an app's dictionary; members with other names or types are ignored.
    init(_ filter: [AnyHashable: Any]?) {
        self.init(
            shown: filter?[TV_PROVIDERS] as? [String] ?? [], featured: filter?[FEATURED_TV_PROVIDERS] as? [String] ?? []
        )
    }
}
