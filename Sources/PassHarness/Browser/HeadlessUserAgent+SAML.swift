import PassCore
import PassXML

extension HeadlessUserAgent {
    /// Logs in at the MVPD that a SAML request is addressed to, and returns the response instead of delivering it.
    ///
    /// A platform does this for an app that uses the platform's own sign-on.
    ///
    /// - Parameter request: base64 of a SAML request with its destination and the address for the response (SAML Core,
    ///   section 3.4.1).
    /// - Returns: base64 of the MVPD's response.
    /// - Throws: `UserAgentError`, `TransportError`.
    public func samlResponse(to request: String) async throws -> String {
        guard let bytes = Base64.decode(request), let question = try? XMLReader.parse(bytes),
            let destination = question[attribute: "Destination"],
            let answerURL = question[attribute: "AssertionConsumerServiceURL"]
        else { throw UserAgentError.noSAML }
        let start = Step(url: destination, form: [("SAMLRequest", request)])
        let end = try await go(start, until: [answerURL], in: .secureBrowser, credentials: credentials)
        guard let answer = end.form?.first(where: { $0.name == "SAMLResponse" })?.value else {
            throw UserAgentError.noSAML
        }
        return answer
    }
}
