import PassDomain
import PassEndpointKit

extension AppSessionService.LoginFacts {
    /// Reads the parameters of a login from a form. An empty value counts as a missing one.
    ///
    /// - Throws: `.malformedParameter`.
    init(_ parameters: Parameters) throws(EntitlementFailure) {
        self.init(
            mvpd: try parameters.optional("mvpd", longest: RESTv2Call.longestIdentifier)
                .map { MVPDID(rawValue: $0) },
            domain: try parameters.optional("domainName", longest: 1024),
            redirectURL: try parameters.optional("redirectUrl", longest: 4096))
    }
}
