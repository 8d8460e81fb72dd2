import AccessEnabler
import PassHTTP
import PassTesting

/// The least that a client can do: a call of the native family, without the SDK.
struct Asking {
    var simulation: Simulation

    func configuration(of requestor: String = "TEST_REQUESTOR") async throws -> TransportResponse {
        try await simulation.transport.send(
            TransportRequest(url: "\(simulation.serviceProvider)/config/\(requestor)"))
    }

    /// A registration code, as the JSON that it comes in.
    func registrationCode() async throws -> String {
        try await post(
            "\(simulation.url)/reggie/v1/TEST_REQUESTOR/regcode", ["deviceId": "a-device", "format": "json"])
    }

    func post(_ url: String, _ form: KeyValuePairs<String, String>) async throws -> String {
        let body = FormFields.encode(form.map { (name: $0.key, value: $0.value) })
        let answer = try await simulation.transport.send(
            TransportRequest(
                method: "POST", url: url,
                fields: [TransportField("Content-Type", "application/x-www-form-urlencoded")], body: Array(body.utf8)))
        return String(decoding: answer.body, as: UTF8.self)
    }
}
