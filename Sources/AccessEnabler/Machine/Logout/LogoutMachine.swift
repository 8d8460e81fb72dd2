/// The logout: it erases the stored logins at once, then ends the sessions of the service and the MVPD.
///
/// On iOS a browser ends these sessions. The logout ends when the app then calls `handleExternalURL`, or before 3.0
/// `getAuthenticationToken`. On tvOS a request ends the service's session, and the MVPD's session stays.
struct LogoutMachine: Sendable {
    enum Event {
        /// The app called `logout` with this login in the store.
        case logout(StoredLogin)
        /// A browser has ended at the app's redirect URL.
        case browserEnded
        /// A login opens its browser, which ends a logout whose browser hasn't reached the redirect URL yet.
        case loginOpensBrowser
        /// The service has answered the request that ends its session (tvOS).
        case answered(wasFromPlatform: Bool)
    }

    private enum State {
        case idle
        /// The browser hasn't reached the redirect URL.
        ///
        /// - `wasFromPlatform`: whether the login came from the platform's sign-on, where the user stays signed in.
        case inBrowser(wasFromPlatform: Bool)
    }

    private var state = State.idle

    mutating func handle(_ event: Event, in context: inout FlowContext) {
        switch event {
        case .logout(let login): logOut(login, &context)
        case .browserEnded:
            guard case .inBrowser(let wasFromPlatform) = state else {
                return context.log(
                    .error, "handleExternalURL: no login or logout waits for this URL, so the call is ignored")
            }
            end(wasFromPlatform: wasFromPlatform, &context)
        case .loginOpensBrowser: state = .idle
        case .answered(let wasFromPlatform): end(wasFromPlatform: wasFromPlatform, &context)
        }
    }

    private mutating func logOut(_ login: StoredLogin, _ context: inout FlowContext) {
        guard case .valid(let token, let stored, let provider) = login,
            let requestor = context.configuration?.requestor
        else { return logOutWithoutLogin(&context) }
        let browser = context.browser(for: provider)
        let wasFromPlatform = context.bucket(provider.id).isFromPlatform
        let call = ServiceCall.logout(
            requestor: requestor, provider: provider, nameID: token.nameID, sessionIndex: token.sessionIndex,
            token: stored.text, redirect: browser.redirect)
        context.eraseAllStores()
        if context.setup.isTV { return context.send(call, then: .logout(wasFromPlatform: wasFromPlatform)) }
        state = .inBrowser(wasFromPlatform: wasFromPlatform)
        context.open(context.browserURL(call), in: browser)
    }

    /// Logs out when there is no login: no session has to end, but the app sees the same callbacks.
    private mutating func logOutWithoutLogin(_ context: inout FlowContext) {
        context.eraseAllStores()
        guard !context.setup.isTV else { return end(wasFromPlatform: false, &context) }
        if case .idle = state { state = .inBrowser(wasFromPlatform: false) }
        context.emit(.navigateToUrl(ADOBEPASS_REDIRECT_URL))
    }

    /// Ends the logout, and tells the app that the user isn't logged in.
    private mutating func end(wasFromPlatform: Bool, _ context: inout FlowContext) {
        state = .idle
        context.refuseAuthentication(USER_NOT_AUTHENTICATED_ERROR, wasFromPlatform ? .platformSignOnRemains : nil)
    }
}
