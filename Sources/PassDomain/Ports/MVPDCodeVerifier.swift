/// The secret with which the service proves to an OAuth 2.0 MVPD that a code is the answer to its own request (PKCE;
/// RFC 7636, section 4.1).
///
/// The request for the code carries only the verifier's digest. If a browser brings the code of another login instead,
/// the digest doesn't match, and the MVPD refuses the code (RFC 9700, section 4.5).
package struct MVPDCodeVerifier: Sendable, Hashable {
    /// The verifier as the MVPD gets it, 66 unreserved characters; at least 43 and at most 128 are allowed.
    package let text: String

    /// Derives the verifier of a login, so that no record has to store a secret for this purpose.
    ///
    /// The request's identifier has 128 random bits. Only SAML requests carry it, so in an OAuth 2.0 login neither the
    /// browser nor the MVPD learns it before the code is exchanged.
    package init(of session: AuthenticationSession, asked request: MVPDRequest) {
        text = "\(request.id).\(session.id.rawValue)"
    }
}
