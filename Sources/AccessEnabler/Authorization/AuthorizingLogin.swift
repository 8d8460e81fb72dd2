/// The login that a request about resources or the user was made with.
package struct AuthorizingLogin: Sendable, Hashable {
    package var requestor: String
    package var provider: MVPD
    /// That of the authN token.
    package var guid: String
    /// The authN token, as the service sent it.
    package var token: String

    func tracked(wasCached: Bool) -> TrackedLogin {
        TrackedLogin(provider: provider.id, guid: guid, wasCached: wasCached)
    }
}

extension EntitlementMachine {
    /// The login of this requestor, and its token; `nil` when nobody is logged in.
    mutating func authorizingLogin() -> (login: AuthorizingLogin, token: AuthenticationToken)? {
        guard case .valid(let token, let stored, let provider) = storedLogin(),
            let requestor = state.configuration.current?.requestor
        else { return nil }
        let login = AuthorizingLogin(requestor: requestor, provider: provider, guid: token.guid, token: stored.text)
        return (login, token)
    }

    /// Whether that login has been replaced or ended since, by this app or another.
    ///
    /// While a `setRequestor` runs nobody can tell, and what was begun goes on; then nothing is stored either.
    func hasEnded(_ login: AuthorizingLogin) -> Bool {
        guard let configuration = state.configuration.current else { return false }
        return configuration.requestor != login.requestor
            || bucket(login.provider.id).authentication?.text != login.token
    }
}
