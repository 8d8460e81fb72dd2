/// A logout whose browser hasn't reached the redirect URL.
package struct LogoutAttempt: Sendable, Hashable {
    /// Whether the login came from the platform's sign-on, where the user stays signed in.
    package var wasFromPlatform: Bool
}

extension EntitlementMachine {
    /// Erases the stored data at once, then ends the sessions of the service and the MVPD.
    ///
    /// On iOS a browser ends them, and the logout ends with it: when the app calls `handleExternalURL`, or before 3.0
    /// `getAuthenticationToken`. On tvOS a request ends the service's session, and the MVPD's session stays. A running
    /// login ends here, together with the calls and resources that wait for it: their outcome is this logout's.
    mutating func logout() {
        let login = storedLogin()
        forgetLogins()
        guard case .valid(let token, let stored, let provider) = login, let configuration = state.configuration.current
        else { return logOutWithoutLogin() }
        let browser = browser(for: provider)
        let wasFromPlatform = bucket(provider.id).isFromPlatform
        let call = ServiceCall.logout(
            requestor: configuration.requestor, provider: provider, nameID: token.nameID,
            sessionIndex: token.sessionIndex, token: stored.text, redirect: browser.redirect)
        eraseAllStores()
        if setup.isTV { return send(call, then: .authentication(.logout(wasFromPlatform: wasFromPlatform))) }
        state.logout = LogoutAttempt(wasFromPlatform: wasFromPlatform)
        open(browserURL(call), in: browser)
    }

    /// Logs out when there is no login: no session has to end, but the app sees the same callbacks.
    private mutating func logOutWithoutLogin() {
        eraseAllStores()
        guard !setup.isTV else { return endLogout(wasFromPlatform: false) }
        state.logout = state.logout ?? LogoutAttempt(wasFromPlatform: false)
        emit(.navigateToUrl(ADOBEPASS_REDIRECT_URL))
    }

    /// Ends the logout, and tells the app that the user isn't logged in.
    mutating func endLogout(wasFromPlatform: Bool) {
        state.logout = nil
        refuseAuthentication(USER_NOT_AUTHENTICATED_ERROR, wasFromPlatform ? .platformSignOnRemains : nil)
    }

    private mutating func forgetLogins() {
        stopLogin()
        state.explicitSelection = nil
        state.genericData = nil
        state.waitingResources = []
        state.laterAuthentications = []
    }
}
