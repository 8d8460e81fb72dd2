package import PassCore

/// The calls for client registration and access tokens ("Dynamic Client Registration"; RFC 7591, RFC 6749 section 4.4).
extension ServiceCall {
    /// Registers a client.
    ///
    /// - Parameter host: `ServiceProvider.base`.
    static func register(at host: String, softwareStatement: String) -> ServiceCall {
        var call = ServiceCall(.post, "\(host)/o/client/register")
        call.json = JSONWriter.object { $0.member("software_statement", softwareStatement) }
        call.needsAccessToken = false
        return call
    }

    /// Asks for an access token for a registered client.
    ///
    /// - Parameter host: `ServiceProvider.base`.
    static func accessToken(at host: String, client: ClientCredentials) -> ServiceCall {
        var call = ServiceCall(.post, "\(host)/o/client/token")
        call.parameters = [
            Parameter("grant_type", "client_credentials"), Parameter("client_id", client.id),
            Parameter("client_secret", client.secret),
        ]
        call.needsAccessToken = false
        return call
    }
}

extension ClientCredentials {
    /// Reads an answer; `nil` for a status other than 2xx, or a body without `client_id` or `client_secret`.
    package init?(_ response: TransportResponse, softwareStatement: String) {
        guard let json = response.json, let id = json["client_id"]?.stringValue,
            let secret = json["client_secret"]?.stringValue, !id.isEmpty
        else { return nil }
        self.init(id: id, secret: secret, softwareStatement: softwareStatement)
    }
}

extension AccessToken {
    /// Reads an answer; `nil` for a status other than 2xx, or a body without `access_token` or `expires_in` (seconds).
    ///
    /// - Parameter now: the device's time, from which the lifetime counts; the service's time may differ.
    package init?(_ response: TransportResponse, now: Timestamp) {
        guard let json = response.json, let text = json["access_token"]?.stringValue, !text.isEmpty,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }), let timeToLive = json["expires_in"]?.integerValue
        else { return nil }
        self.init(text: text, expires: now + TimeToLive(seconds: timeToLive))
    }
}
