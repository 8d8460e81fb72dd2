import PassCore
import PassXML

extension HeadlessUserAgent {
    /// Takes a service's question to the provider that it is addressed to, signs in there, and brings the answer back, which it
    /// delivers to nobody: what a platform does for an app that signs on by it.
    ///
    /// - Parameter request: base64 of a SAML request with its destination and the address for the answer (SAML Core, section 3.4.1).
    /// - Returns: base64 of the provider's answer.
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
