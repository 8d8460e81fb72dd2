/// What a World's services need from outside the domain, except their stores.
package struct Ports: Sendable {
    package var connector: any MVPDConnector
    package var tokens: any TokenSealer
    package var devices: any DeviceSealer
    package var credentials: any ClientCredentialSealer
    package var requestorKeys: any RequestorKeys
    package var serviceTokens: any ServiceTokenSealer

    package init(
        connector: any MVPDConnector, tokens: any TokenSealer, devices: any DeviceSealer,
        credentials: any ClientCredentialSealer, requestorKeys: any RequestorKeys,
        serviceTokens: any ServiceTokenSealer
    ) {
        self.connector = connector
        self.tokens = tokens
        self.devices = devices
        self.credentials = credentials
        self.requestorKeys = requestorKeys
        self.serviceTokens = serviceTokens
    }
}
