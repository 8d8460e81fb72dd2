package import PassEndpointKit

/// The endpoints of dynamic client registration: `/o/client/*` (RFC 7591 in the service's own dialect).
package struct ClientRegistrationFamily: EndpointFamily {
    package init() {}

    package var endpoints: [any Endpoint] {
        [RetrieveClientCredentials(), RetrieveAccessToken()]
    }
}
