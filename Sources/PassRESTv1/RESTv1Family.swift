package import PassEndpointKit

/// The endpoints of REST API v1, for devices without a browser: `/reggie/v1/*`.
package struct RESTv1Family: EndpointFamily {
    package init() {}

    package var endpoints: [any Endpoint] {
        [RequestRegistrationCode(), ReturnRegistrationRecord(), DeleteRegistrationRecord()]
    }
}
