package import PassEndpointKit

/// The endpoints of REST API v2: `/api/v2/*`.
package struct RESTv2Family: EndpointFamily {
    package init() {}

    package var endpoints: [any Endpoint] {
        [
            RetrieveServiceProviderConfiguration(),
            CreateAuthenticationSession(), ResumeAuthenticationSession(), RetrieveAuthenticationSession(),
            AuthenticateInUserAgent(),
            RetrieveProfiles(), RetrieveProfileForMVPD(), RetrieveProfileForCode(),
            RetrieveDecisions(kind: .authorization), RetrieveDecisions(kind: .preauthorization),
            InitiateLogout(),
        ]
    }
}
