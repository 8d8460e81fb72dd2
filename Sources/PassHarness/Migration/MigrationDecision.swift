import AccessEnabler
import PassCore
import PassDomain

/// A decision recorded in a journal, which is made again through the app's present API and through REST API v2.
package struct MigrationDecision: Sendable, Hashable {
    /// The operations of the older APIs that make decisions.
    static let operations: Set<Operation> = [.authorize, .authorizeDevice, .preauthorize]

    /// The operation that made the decision: `AuthorizeDevice` or `Preauthorize`.
    package var operation: String
    package var requestor: String
    package var mvpd: String
    package var user: String
    package var resource: String
    /// The result in the journal: `permitted`, `denied` or another outcome; `nil` if the journal has a single result
    /// for several resources.
    package var recorded: String?
    /// The result through the app's present API.
    package var before = ""
    /// The result through REST API v2.
    package var after = ""
    package var isSame: Bool { before == after }
    /// Whether the app asked before it showed the resource, rather than to play it.
    package var isPreauthorization: Bool { operation == Operation.preauthorize.rawValue }

    /// Makes the decision through both APIs, each on a new device.
    ///
    /// - Parameter url: the address of the namespace.
    /// - Throws: `ControlError`, `TransportError`.
    func madeAgain(
        _ control: SimulatorControlClient, _ url: String, _ transport: any HTTPTransport
    ) async throws -> MigrationDecision {
        var decision = self
        let device = "migration-" + SystemIdentifierSource().hex(byteCount: 8)
        decision.before = try await resultNow(control, url, device, transport)
        do {
            let client = try await PassRESTv2Client(
                url: url, serviceProvider: requestor, deviceID: device + "-v2", softwareStatement: Cast.demoStatement,
                transport: transport)
            let session = try await client.createSession(mvpd: mvpd, redirectURL: "\(url)/_sim/done")
            if let code = session.code {
                try await control.logIn(user: user, mvpd: mvpd, requestor: requestor, at: .code(code))
            }
            let answers =
                isPreauthorization
                ? try await client.preauthorize([resource], at: mvpd) : try await client.authorize([resource], at: mvpd)
            decision.after = answers.first?.authorized == true ? "permitted" : "denied"
        } catch let error as RESTv2Error {
            decision.after = "refused \(error.code)"
        } catch let error as ControlError {
            decision.after = "no login: \(error.detail)"
        }
        return decision
    }

    /// Makes the decision through the app's present API.
    private func resultNow(
        _ control: SimulatorControlClient, _ url: String, _ device: String, _ transport: any HTTPTransport
    ) async throws -> String {
        let login: ControlRecord
        do {
            login = try await control.logIn(user: user, mvpd: mvpd, requestor: requestor, at: .device(device))
        } catch let error as ControlError {
            return "no login: \(error.detail)"
        }
        let form: [(String, String)] = [
            ("requestor_id", requestor), ("device_id", device), ("mso_id", mvpd), ("resource_id", resource),
            ("authentication_token", login["authnToken"] ?? ""),
        ]
        let body = form.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        let answer = try await transport.send(
            TransportRequest(
                method: "POST", url: "\(url)/adobe-services/\(isPreauthorization ? "preauthorize" : "authorizeDevice")",
                fields: [TransportField("Content-Type", "application/x-www-form-urlencoded")], body: Array(body.utf8)))
        guard answer.status == 200 || answer.status == 403 else { return "refused \(answer.status)" }
        let sign = isPreauthorization ? "<authorized>true</authorized>" : "<authzToken>"
        return String(decoding: answer.body, as: UTF8.self).contains(sign) ? "permitted" : "denied"
    }
}
