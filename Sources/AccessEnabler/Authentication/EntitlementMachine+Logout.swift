/// A logout whose browser chain hasn't ended.
package struct LogoutAttempt: Sendable, Hashable {
    /// Whether the login came from the platform's sign-on, where the user stays signed in.
    package var wasFromPlatform: Bool
}

extension EntitlementMachine {
    /// Erases the stored data at once, then ends the sessions of the service and the MVPD.
    ///
    /// On iOS a browser ends them. On tvOS a request ends the service's session, and the MVPD's session stays. A
    /// running login ends here, together with the calls and resources that wait for it: their outcome is this logout's.
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
        wipeStore()
        if setup.isTV { return send(call, then: .authentication(.logout(wasFromPlatform: wasFromPlatform))) }
        state.logout = LogoutAttempt(wasFromPlatform: wasFromPlatform)
        open(browserURL(call), in: browser)
        endUnsignalledLogout()
    }

    /// Logs out when there is no login: no session has to end, but the app sees the same callbacks.
    private mutating func logOutWithoutLogin() {
        wipeStore()
        guard !setup.isTV else { return endLogout(wasFromPlatform: false) }
        state.logout = state.logout ?? LogoutAttempt(wasFromPlatform: false)
        emit(.navigateToUrl(setup.profile.redirectURL))
        endUnsignalledLogout()
    }

    /// Ends the logout at once before 3.0, where the app can't signal the end of the browser chain.
    ///
    /// `getAuthenticationToken` is for logins alone.
    private mutating func endUnsignalledLogout() {
        guard !setup.profile.registersClient, let logout = state.logout else { return }
        endLogout(wasFromPlatform: logout.wasFromPlatform)
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
