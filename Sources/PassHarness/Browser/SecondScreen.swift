public import AccessEnabler
import PassHTTP

/// A second device with a browser, where the user of a TV enters the registration code and logs in.
public struct SecondScreen: Sendable {
    private let transport: any HTTPTransport
    private let serviceProvider: String

    /// Creates a second screen.
    ///
    /// - Parameter serviceProvider: the URL that the TV's SDK uses, e.g. `http://127.0.0.1:8080/adobe-services`.
    public init(transport: any HTTPTransport, serviceProvider: String) {
        self.transport = transport
        self.serviceProvider = serviceProvider
    }

    /// Enters a registration code, logs in, and returns when the login has succeeded.
    ///
    /// - Throws: `UserAgentError` if the pages end in a refusal, `TransportError` if a server doesn't answer.
    public func logIn(
        code: String, mvpd: String, requestor: String, as credentials: HeadlessUserAgent.Credentials
    ) async throws {
        let landing = "adobepass://second-screen"
        let parameters = [
            (name: "reg_code", value: code), (name: "requestor_id", value: requestor), (name: "mso_id", value: mvpd),
            (name: "domain_name", value: "adobe.com"), (name: "noflash", value: "true"),
            (name: "no_iframe", value: "true"), (name: "redirect_url", value: landing),
        ]
        let browser = HeadlessUserAgent(transport: transport, credentials: credentials)
        _ = try await browser.run(
            "\(serviceProvider)/authenticate/saml?\(FormFields.encode(parameters))", until: [landing])
    }
}
