/// The secret with which the service proves to an OAuth 2.0 MVPD that a code is the answer to its own request (PKCE;
/// RFC 7636, section 4.1).
///
/// The request for the code carries only the verifier's digest. An MVPD therefore refuses a code of another login that
/// a browser brings in place of the right one (RFC 9700, section 4.5).
package struct MVPDCodeVerifier: Sendable, Hashable {
    /// The verifier as the MVPD gets it, 66 unreserved characters; at least 43 and at most 128 are allowed.
    package let text: String

    /// Derives the verifier of a login, which stores no secret of its own for it.
    ///
    /// The request's identifier has 128 random bits. Only SAML requests carry it, so in a login by OAuth 2.0 neither
    /// the browser nor the MVPD gets to know it before the code is exchanged.
    package init(of session: AuthenticationSession, asked request: MVPDRequest) {
        text = "\(request.id).\(session.id.rawValue)"
    }
}
