package import PassEndpointKit

/// The endpoints of the SSO Service, through which a user's devices share profiles:
/// `/api/{serviceProvider}/serviceToken`, `link`, `unlink` and `list`.
package struct SSOServiceFamily: EndpointFamily {
    package init() {}

    package var manners: Manners { .terse }

    package var endpoints: [any Endpoint] {
        [CreateServiceToken(), RefreshServiceToken(), CreateLinkCode(), UnlinkDevices(), ListLinkedDevices()]
    }
}
