extension FlowContext {
    /// Returns this requestor's login and its token; `nil` when the user isn't logged in.
    mutating func authorizingLogin() -> (login: AuthorizingLogin, token: AuthenticationToken)? {
        guard case .valid(let token, let stored, let provider) = storedLogin(),
            let requestor = configuration?.requestor
        else { return nil }
        let login = AuthorizingLogin(requestor: requestor, provider: provider, guid: token.guid, token: stored.text)
        return (login, token)
    }

    /// Whether that login has since been replaced or has ended, through this app or another.
    ///
    /// Until the configuration of a new `setRequestor` arrives, only the stored token decides. An operation that
    /// continues in the meantime doesn't store its result.
    func hasEnded(_ login: AuthorizingLogin) -> Bool {
        if let configuration, configuration.requestor != login.requestor { return true }
        let id = login.provider.id
        let bucket =
            usesSingleRecord
            ? singleRecord(of: id)?.bucket : store.shared[partitionName, login.requestor].providers[id]
        return bucket?.authentication?.text != login.token
    }
}
