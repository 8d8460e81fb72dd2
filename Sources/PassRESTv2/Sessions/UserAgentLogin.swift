package import PassDomain
package import PassEndpointKit
package import PassHTTP

/// The function that begins a login in a browser, which the legacy family provides.
package struct UserAgentLogin: Sendable {
    /// Begins the login of a session's code at an MVPD, and answers with the redirect or page that leads the browser
    /// there.
    package typealias Begin =
        @Sendable (RegistrationCode, MVPDID, _ redirectURL: String, Exchange) throws -> HTTPResponse

    let begin: Begin

    package init(begin: @escaping Begin) {
        self.begin = begin
    }
}
