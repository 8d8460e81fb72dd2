extension FlowContext {
    /// The way in which a page of the service is shown to the user, and the URL at which the browser ends.
    struct Browser {
        enum Kind {
            case webView
            /// The app shows the secure browser.
            case secureByApp
            /// The SDK shows the secure browser.
            case secureBySDK
        }

        var kind: Kind
        /// The URL at which the browser ends.
        var redirect: String
    }

    /// Returns the browser for an MVPD: from 3.1 on the secure browser if the MVPD requires it, otherwise a web view.
    ///
    /// The app shows the secure browser if it set the option `handleSVC`, or if the platform has no presenter for it.
    /// The secure browser ends at the app's registered scheme; a web view ends at a constant URL, which the app
    /// intercepts.
    func browser(for provider: MVPD) -> Browser {
        guard provider.useSVC, setup.profile.knowsSecureBrowser else {
            return Browser(kind: .webView, redirect: ADOBEPASS_REDIRECT_URL)
        }
        let isLeftToApp = options[OPTION_HANDLE_SVC]?.boolValue == true || !setup.hasPresenter
        return Browser(
            kind: isLeftToApp ? .secureByApp : .secureBySDK,
            redirect: setup.app.customRedirectURL ?? ADOBEPASS_REDIRECT_URL)
    }

    /// Opens a page in the given browser.
    mutating func open(_ url: String, in browser: Browser) {
        switch browser.kind {
        case .webView: emit(.navigateToUrl(url))
        case .secureByApp: emit(.navigateToUrlUseSVC(url, useSVC: true))
        case .secureBySDK: carryOut(.present(url))
        }
    }

    /// Whether a login or logout can end at the URL. The comparison ignores case, because browsers write schemes in
    /// lower case.
    func canEndBrowser(_ url: String) -> Bool {
        let url = url.lowercased()
        if url.hasPrefix(ADOBEPASS_REDIRECT_SCHEME) { return true }
        guard let own = setup.app.customRedirectURL?.lowercased(), let colon = own.firstIndex(of: ":") else {
            return false
        }
        return url.hasPrefix(own[...colon])
    }
}
