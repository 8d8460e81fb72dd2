package import PassEndpointKit

/// The endpoints of REST API v2: `/api/v2/*`.
package struct RESTv2Family: EndpointFamily {
    private let partner: PartnerMessages
    private let login: UserAgentLogin

    /// Creates the endpoints.
    ///
    /// - Parameters:
    ///   - partner: makes and reads the messages that a partner's framework carries.
    ///   - login: begins the logins of browsers.
    package init(partner: PartnerMessages, login: UserAgentLogin) {
        self.partner = partner
        self.login = login
    }

    package var manners: Manners { .terse }
    package var territory: StaticString? { "/api/v2/" }

    package var endpoints: [any Endpoint] {
        [
            RetrieveServiceProviderConfiguration(),
            CreateAuthenticationSession(), ResumeAuthenticationSession(), RetrieveAuthenticationSession(),
            AuthenticateInUserAgent(login: login),
            RetrieveProfiles(), RetrieveProfileForMVPD(), RetrieveProfileForCode(),
            RetrieveDecisions(kind: .authorization), RetrieveDecisions(kind: .preauthorization),
            InitiateLogout(),
            RetrievePartnerAuthenticationRequest(messages: partner), CreatePartnerProfile(messages: partner),
        ]
    }
}
