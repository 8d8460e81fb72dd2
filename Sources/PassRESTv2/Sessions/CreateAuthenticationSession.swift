import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /api/v2/{serviceProvider}/sessions`: "Create authentication session" of REST API v2.
///
/// - Inputs: `AP-Device-Identifier` (required); `X-Device-Info`; a form with `mvpd`, `domainName` and `redirectUrl`
///   (each optional).
/// - Answers: 200 with the next step: `authorize` if no login is needed, `authenticate` with the login's address, or
///   `resume` with the missing parameters. The device's former code is no longer accepted.
/// - 400: `invalid_header_device_identifier`, `invalid_header_device_info`, `invalid_parameter_mvpd`,
///   `invalid_integration`, `invalid_parameter_redirect_url`.
struct CreateAuthenticationSession: RESTv2Endpoint {
    let route = Route(
        .createAuthenticationSession, [.post], "/api/v2/{serviceProvider}/sessions", on: .worker,
        carriesSecrets: true)

    private static let longestAddress = 64

    func answer(_ call: RESTv2Call) throws -> HTTPResponse {
        let caller = try call.caller()
        let facts = try AppSessionService.LoginFacts(call.exchange)
        let answer = try call.services.appSessions.create(
            for: caller, facts, details: Self.details(call), now: call.now)
        return SessionAnswer(answer: answer, incompleteName: "resume").response(call)
    }

    /// Returns the known facts about the device, which are stored with the session's code.
    static func details(_ call: RESTv2Call) -> RegistrationCode.Details {
        let exchange = call.exchange
        let connection = exchange.request.connection
        var details: RegistrationCode.Details = [:]
        if call.statedInformation() != nil { details[.deviceInfo] = exchange.header(DeviceInformation.header) }
        details[.userAgent] = exchange.userAgent
        details[.application] = call.client.statement.application
        details[.applicationName] = call.client.statement.clientName
        details[.applicationVersion] = call.client.statement.version
        // Where a trusted proxy forwards the call, this is the address that the proxy names.
        details[.address] = connection.peerAddress.cut(toBytes: longestAddress)
        details[.port] = connection.peerPort.map(String.init)
        details[.isSecure] = String(exchange.links.isSecure)
        return details
    }
}
