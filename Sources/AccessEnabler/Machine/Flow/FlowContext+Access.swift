import PassCore

/// The stored client and its access token, and where to get a token (3.0 and later).
extension FlowContext {
    /// The access token that calls carry now; `nil` when there is none, or when it has expired or belongs to the client
    /// of another software statement.
    var usableAccessToken: AccessToken? {
        guard let token = store.own.accessToken, token.expires > now, registeredClient != nil else { return nil }
        return token
    }

    /// The registered client, if it was registered with the current software statement.
    var registeredClient: ClientCredentials? {
        guard let client = store.own.client, client.softwareStatement == setup.softwareStatement else { return nil }
        return client
    }

    /// The service providers to get a token from: the call's own first, then the others in the app's order.
    func accessHosts(for call: ServiceCall) -> [String] {
        let texts = setting?.serviceProviders ?? []
        var hosts: [String] = []
        for text in texts.isEmpty ? [setup.defaultServiceProvider] : texts {
            guard let provider = try? ServiceProvider(text, allowsPlainHTTP: setup.allowsPlainHTTP),
                !hosts.contains(provider.base)
            else { continue }
            hosts.append(provider.base)
        }
        return hosts.filter { call.url.hasPrefix("\($0)/") } + hosts.filter { !call.url.hasPrefix("\($0)/") }
    }
}
