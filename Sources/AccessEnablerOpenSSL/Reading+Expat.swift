package import AccessEnabler

// Initialisers that read tokens and the service's answers with expat, for tests and simulated apps.

extension AuthenticationToken {
    /// Reads a token; `nil` when a required element is missing or can't be read.
    package init?(_ text: String) { self.init(text, using: ExpatXMLReader()) }
}

extension AuthorizationToken {
    /// Reads a token; `nil` when a required element is missing or can't be read.
    package init?(_ text: String) { self.init(text, using: ExpatXMLReader()) }
}

extension MediaToken {
    /// Reads a token; `nil` for other text.
    package init?(_ text: String) { self.init(text, using: ExpatXMLReader()) }
}

extension TokenAnswer {
    /// Reads an answer to a call for a token.
    package init(_ response: TransportResponse, element: String) {
        self.init(response, element: element, using: ExpatXMLReader())
    }
}

extension MediaTokenAnswer {
    /// Reads an answer to `deviceShortAuthorize`.
    package init(_ response: TransportResponse) { self.init(response, using: ExpatXMLReader()) }
}

extension PreauthorizationAnswer {
    /// Reads an answer to `preauthorize`.
    package init(_ response: TransportResponse) { self.init(response, using: ExpatXMLReader()) }
}

extension ConfigDocument {
    /// Reads a configuration.
    package init(_ body: [UInt8], from serviceProvider: ServiceProvider, url: String) throws(ConfigError) {
        try self.init(body, from: serviceProvider, url: url, using: ExpatXMLReader())
    }
}

extension DeviceIdentifier {
    /// The hashed form of the identifier, which is sent to the service and stored beside every token.
    package var hashed: String { hashed(by: OpenSSLHasher()) }
}
