/// A logout whose browser chain hasn't ended.
package struct LogoutAttempt: Sendable, Hashable {
    /// Whether the login came from the platform's sign-on, which stays signed in.
    package var wasFromPlatform: Bool
}

extension EntitlementMachine {
    /// Erases what is stored, at once, then has the service and the MVPD end their sessions: in a browser on iOS, by a request on
    /// tvOS, which leaves the MVPD's session alone.
    ///
    /// A login that runs ends here, with whoever waits for it: its outcome is this logout's.
    mutating func logout() {
        let login = storedLogin()
        forgetLogins()
        guard case .valid(let token, let stored, let provider) = login, let configuration = state.configuration.current
        else { return logOutNobody() }
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

    /// There is no session to end, but the app's way to the end is the same.
    private mutating func logOutNobody() {
        wipeStore()
        guard !setup.isTV else { return endLogout(wasFromPlatform: false) }
        state.logout = state.logout ?? LogoutAttempt(wasFromPlatform: false)
        emit(.navigateToUrl(setup.profile.redirectURL))
        endUnsignalledLogout()
    }

    /// Before 3.0 an app has no call that tells the end of the chain: `getAuthenticationToken` is for logins alone.
    private mutating func endUnsignalledLogout() {
        guard !setup.profile.registersClient, let logout = state.logout else { return }
        endLogout(wasFromPlatform: logout.wasFromPlatform)
    }

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
