/// The dependencies outside the domain that a World's services have, except their stores.
package struct Ports: Sendable {
    package var connector: any MVPDConnector
    package var tokens: any TokenSealer
    package var devices: any DeviceSealer
    package var credentials: any ClientCredentialSealer
    package var requestorKeys: any RequestorKeys
    package var serviceTokens: any ServiceTokenSealer
    /// The keys that this World has for itself; `nil` if it uses the installation's.
    package var ownKeys: (any OwnKeys)?

    package init(
        connector: any MVPDConnector, tokens: any TokenSealer, devices: any DeviceSealer,
        credentials: any ClientCredentialSealer, requestorKeys: any RequestorKeys,
        serviceTokens: any ServiceTokenSealer, ownKeys: (any OwnKeys)? = nil
    ) {
        self.connector = connector
        self.tokens = tokens
        self.devices = devices
        self.credentials = credentials
        self.requestorKeys = requestorKeys
        self.serviceTokens = serviceTokens
        self.ownKeys = ownKeys
    }
}

/// The keys of one World. The domain signs nothing itself, so it knows nothing about the form of the keys.
package protocol OwnKeys: Sendable {}
