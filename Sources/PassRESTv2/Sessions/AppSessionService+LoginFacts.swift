import PassDomain
import PassEndpointKit
import PassHTTP

extension AppSessionService.LoginFacts {
    /// Reads the parameters of a login from a form. An empty value counts as a missing one. Content of another type is
    /// ignored, which is logged.
    ///
    /// - Throws: `.malformedParameter`.
    init(_ exchange: Exchange) throws(EntitlementFailure) {
        if !exchange.request.body.isEmpty, Parameters.form(of: exchange.request).isEmpty {
            exchange.log(.ignored("the content, which isn't application/x-www-form-urlencoded"))
        }
        let parameters = exchange.parameters
        self.init(
            mvpd: try parameters.optional("mvpd", longest: RESTv2Call.longestIdentifier)
                .map { MVPDID(rawValue: $0) },
            domain: try parameters.optional("domainName", longest: 1024),
            redirectURL: try parameters.optional("redirectUrl", longest: 4096))
    }
}
