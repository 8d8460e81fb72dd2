import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML

/// The rule that an MVPD accepts only the service's own requests.
///
/// A SAML request must also be recent and meant for this MVPD (SAML Profiles, sections 4.1.4.1 and 4.4.4.1). For an
/// OAuth 2.0 request, the rule checks the redirect URI.
struct ServiceRequestRule {
    let site: MVPDSite
    let links: Links
    let now: Timestamp

    /// The largest difference between the request's time and the World's, in either direction.
    static let freshness: TimeToLive = .minutes(5)

    /// Checks a request for a login: its sender, its time, its destination and the host of its answer.
    func check(_ request: AuthnRequest) throws(EntitlementFailure) {
        try checkSender(issuer: request.issuer, issueInstant: request.issueInstant)
        if let destination = request.destination { try checkDestination(destination) }
        guard isServiceURL(request.assertionConsumerServiceURL) else {
            throw .loginRefused("The request asks for its answer at a host that isn't the service's.")
        }
    }

    /// Checks the sender and the time of a SAML request.
    ///
    /// - Returns: the service's URL for the answer, with the path `answerPath`.
    @discardableResult
    func checkSender(
        issuer: String, issueInstant: Timestamp, answerPath: String = ""
    ) throws(EntitlementFailure) -> String {
        guard let answerURL = links.service(ofEntity: issuer, answerPath) else {
            throw .loginRefused("The request is not from a service that this provider knows.")
        }
        guard issueInstant < now + Self.freshness, issueInstant > now - Self.freshness else {
            throw .loginRefused("The request is too old or from the future. Start again from the app.")
        }
        return answerURL
    }

    /// Checks that a request is meant for this MVPD. Scheme and port may differ, because clients change them.
    private func checkDestination(_ destination: String) throws(EntitlementFailure) {
        let expected = URIReference(site.url("sso"))
        guard let given = URIReference(destination), let expected,
            given.host.map({ ExactText($0) }) == expected.host.map({ ExactText($0) }),
            given.path.hasSameBytes(as: expected.path)
        else {
            throw .loginRefused("The request is meant for another provider.")
        }
    }

    /// Whether the URL is one of these paths of the service in this World, without query and fragment.
    func isServiceURL(_ url: String, paths: [String]) -> Bool {
        guard isServiceURL(url), let url = URIReference(url), url.query == nil, url.fragment == nil
        else { return false }
        return paths.contains { (links.prefix + $0).hasSameBytes(as: url.path) }
    }

    /// Whether the URL leads to a host of the service or to this server.
    private func isServiceURL(_ url: String) -> Bool {
        guard let url = URIReference(url), let scheme = url.scheme, ["http", "https"].contains(scheme),
            let host = url.host, url.userInfo == nil
        else { return false }
        if HostMap.isServiceHost(host) { return true }
        return links.hostKind == .direct && host.hasSameBytes(as: links.authority.host)
            && url.port == links.authority.port
    }
}

/// Runs code that reads or writes SAML, and turns its error into `EntitlementFailure.loginRefused` with the same
/// sentence.
func refusing<Result>(_ body: () throws(SAMLError) -> Result) throws(EntitlementFailure) -> Result {
    do throws(SAMLError) {
        return try body()
    } catch {
        throw .loginRefused(error.message)
    }
}
