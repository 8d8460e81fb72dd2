extension LoginMachine {
    /// Reports the login in the store, without asking the service or the platform.
    ///
    /// A login from the platform is valid only if the platform allowed it when the SDK last asked, in `setRequestor` or
    /// a login. If it isn't valid, the status event with the reason replaces N000.
    func check(obstacle: AdvancedStatus?, _ context: inout FlowContext) {
        context.isStatusCheck = true
        switch context.storedLogin() {
        case .valid(_, _, let provider) where obstacle != nil && context.bucket(provider.id).isFromPlatform:
            context.refuseAuthentication(USER_NOT_AUTHENTICATED_ERROR, obstacle)
        case .valid(let token, _, let provider):
            context.emit(.setAuthenticationStatus(ACCESS_ENABLER_STATUS_SUCCESS, errorCode: USER_AUTHENTICATED))
            context.trackAuthentication(TrackedLogin(provider: provider.id, guid: token.guid, wasCached: true))
        case .expired(_, let provider):
            let isTemporary = context.configuration?.provider(provider)?.tempPass == true
            context.refuseAuthentication(
                USER_NOT_AUTHENTICATED_ERROR, isTemporary ? .temporaryPassExpired : .notAuthenticated)
        case .foreignProvider:
            context.refuseAuthentication(GENERIC_AUTHENTICATION_ERROR, .authenticationFailed)
        case .none:
            context.refuseAuthentication(USER_NOT_AUTHENTICATED_ERROR, obstacle ?? .notAuthenticated)
        }
    }
}
