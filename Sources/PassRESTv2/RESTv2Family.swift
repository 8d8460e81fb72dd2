package import PassEndpointKit

/// The endpoints of REST API v2: `/api/v2/*`.
package struct RESTv2Family: EndpointFamily {
    private let partner: PartnerMessages

    /// - Parameter partner: makes and reads the messages that a partner's framework carries.
    package init(partner: PartnerMessages) {
        self.partner = partner
    }

    package var endpoints: [any Endpoint] {
        [
            RetrieveServiceProviderConfiguration(),
            CreateAuthenticationSession(), ResumeAuthenticationSession(), RetrieveAuthenticationSession(),
            AuthenticateInUserAgent(),
            RetrieveProfiles(), RetrieveProfileForMVPD(), RetrieveProfileForCode(),
            RetrieveDecisions(kind: .authorization), RetrieveDecisions(kind: .preauthorization),
            InitiateLogout(),
            RetrievePartnerAuthenticationRequest(messages: partner), CreatePartnerProfile(messages: partner),
        ]
    }
}
