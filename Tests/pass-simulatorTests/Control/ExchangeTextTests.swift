import AccessEnabler
import PassHarness
import Testing

@testable import pass_simulator

@Suite("Exchanges on the command line")
struct ExchangeTextTests {
    /// A transport that gives each request the same answer.
    private struct Answering: HTTPTransport {
        var body: String

        func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
            TransportResponse(status: 200, body: Array(body.utf8))
        }
    }

    private func text(_ body: String) async throws -> String {
        let control = SimulatorControlClient(url: "http://s.test", transport: Answering(body: body))
        return ExchangeText.text(try await control.explanation("x-1"))
    }

    @Test("An explanation consists of its sentence, the answer and a table of the checks")
    func explanation() async throws {
        let fingerprint = String(repeating: "f", count: 50)
        let text = try await text(
            """
            {"exchange": "x-1", "operation": "AuthorizeDevice", "status": 200, "outcome": "denied", "reason": "noAuthZ",
            "rule": "r-1", "sentence": "Why.\\u001b[2J", "checks": [
            {"check": "operation", "passed": true, "decided": false, "values": {"path": "/a", "method": "POST"}},
            {"check": "device", "passed": false, "decided": true, "values": {"fingerprint": "\(fingerprint)"}}]}
            """)
        #expect(
            text == """
                Why. [2J

                AuthorizeDevice 200 denied noAuthZ rule r-1

                CHECK      RESULT           VALUES
                operation  passed           method=POST path=/a
                device     failed, decided  fingerprint=\(fingerprint.prefix(39))…

                """)
    }

    @Test("A request without an operation is described as such")
    func unserved() async throws {
        let text = try await text(#"{"status": 404, "sentence": "Why."}"#)
        #expect(text == "Why.\n\nNo operation 404\n\nNo check ran.\n")
    }
}
