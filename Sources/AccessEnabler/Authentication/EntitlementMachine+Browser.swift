extension EntitlementMachine {
    /// How a page of the service is shown to the user, and where it ends.
    struct Browser {
        enum Kind {
            case webView
            /// The app shows the secure browser.
            case secureByApp
            /// The SDK shows it.
            case secureBySDK
        }

        var kind: Kind
        var redirect: String
    }

    /// MVPDs that want the secure browser get it from 3.1 on; the app shows it where it said so (`handleSVC`), and where there is
    /// nobody else to show it.
    ///
    /// The secure browser comes back by the app's registered scheme, a web view by the constant that it intercepts.
    func browser(for provider: MVPD) -> Browser {
        guard provider.useSVC, setup.profile.knowsSecureBrowser else {
            return Browser(kind: .webView, redirect: setup.profile.redirectURL)
        }
        let isLeftToApp = state.options[OPTION_HANDLE_SVC]?.boolValue == true || !setup.hasPresenter
        return Browser(
            kind: isLeftToApp ? .secureByApp : .secureBySDK,
            redirect: setup.app.customRedirectURL ?? setup.profile.redirectURL)
    }

    mutating func open(_ url: String, in browser: Browser) {
        switch browser.kind {
        case .webView: emit(.navigateToUrl(url))
        case .secureByApp: emit(.navigateToUrlUseSVC(url, useSVC: true))
        case .secureBySDK: effects.append(.present(url))
        }
    }

    /// Takes the URL where a login's or a logout's browser ended.
    ///
    /// `getAuthenticationToken` of the profiles before 3.0 is this call with the profile's redirect URL.
    mutating func handleExternalURL(_ url: String?) {
        guard let url, isSignal(url) else {
            return log(.error, "handleExternalURL: this is not where a login or a logout ends, the call is ignored")
        }
        if case .awaitingExternalURL(let id, let code) = state.authentication {
            guard state.configuration.current != nil else { return hold(.handleExternalURL(url)) }
            return fetchToken(at: id, code: code)
        }
        guard let logout = state.logout else {
            return log(.error, "handleExternalURL: no login or logout waits for it, the call is ignored")
        }
        endLogout(wasFromPlatform: logout.wasFromPlatform)
    }

    /// A scheme is compared without regard to case: browsers write it small.
    private func isSignal(_ url: String) -> Bool {
        let url = url.lowercased()
        guard setup.profile.registersClient else { return url.hasPrefix(ADOBEPASS_LEGACY_REDIRECT_URL) }
        if url.hasPrefix(ADOBEPASS_REDIRECT_SCHEME) { return true }
        guard let own = setup.app.customRedirectURL?.lowercased(), let colon = own.firstIndex(of: ":") else {
            return false
        }
        return url.hasPrefix(own[...colon])
    }
}
