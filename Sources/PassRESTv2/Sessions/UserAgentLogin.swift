package import PassDomain
package import PassEndpointKit
package import PassHTTP

/// The step by which a browser's login begins, which is the legacy family's.
package struct UserAgentLogin: Sendable {
    /// Begins the login of a session's code at an MVPD and answers with the browser's way there.
    package typealias Begin =
        @Sendable (RegistrationCode, MVPDID, _ redirectURL: String, Exchange) throws -> HTTPResponse

    let begin: Begin

    package init(begin: @escaping Begin) {
        self.begin = begin
    }
}
