import PassCore
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("The keys of an installation")
struct InstallationTests {
    private func path(_ name: String) -> String { "\(Fixture.directory)/Keys/\(name).pem" }

    /// The messages of a start in memory and of the check.
    private func refusals(_ configure: (inout Configuration) -> Void) async -> [String] {
        var configuration = Configuration()
        configure(&configuration)
        var messages: [String] = []
        do {
            try configuration.checkFiles()
        } catch {
            messages.append("\(error)")
        }
        configuration.dataDir = nil
        do {
            try await Simulator.start(configuration).stop()
        } catch {
            messages.append("\(error)")
        }
        return messages
    }

    @Test("One key for two purposes is refused by the check and at the start, and both settings are named")
    func equalKeys() async {
        let messages = await refusals { configuration in
            configuration.keys.token = path("statement")
            configuration.keys.saml = path("statement")
        }
        #expect(messages.count == 2)
        for message in messages {
            #expect(message.contains("keys.token") && message.contains("keys.saml") && message.contains("same key"))
            #expect(message.contains(path("statement")))
        }
        #expect(
            await refusals { configuration in
                configuration.keys.token = path("statement")
                configuration.keys.saml = path("device")
                configuration.keys.device = path("saml")
            }.isEmpty)
    }

    @Test("The check compares a named key with those in the data directory")
    func equalToInstalled() throws {
        var configuration = Configuration()
        configuration.dataDir = String(path("x").dropLast("/x.pem".count))
        try configuration.checkFiles()
        configuration.keys.device = path("token")
        let error = #expect(throws: SimulatorError.self) { try configuration.checkFiles() }
        #expect(error?.message.contains("keys.token") == true && error?.message.contains("keys.device") == true)
        // A key that a start would make new isn't the published one.
        configuration.dataDir = "/nonexistent"
        #expect(throws: Never.self) { try configuration.checkFiles() }
    }

    @Test("The check names every unusable file, with its setting")
    func everyFile() {
        var configuration = Configuration()
        configuration.keys.token = "/nonexistent/token.pem"
        configuration.keys.device = "\(Fixture.directory)/SoftwareStatements/demo.jwt"
        configuration.keys.authority = path("statement")
        configuration.softwareStatements.trustedKeys = [path("statement"), "/nonexistent/signer.pem"]
        configuration.requestors["NET"] = Configuration.Requestor(name: "Net")
        configuration.requestors["NET"]?.certificates = ["/nonexistent/net.pem"]
        let error = #expect(throws: SimulatorError.self) { try configuration.checkFiles() }
        let lines = (error?.message ?? "").split(separator: "\n")
        #expect(lines.count == 5)
        for setting in [
            "keys.token", "keys.device", "keys.authority", "softwareStatements.trustedKeys",
            "requestors.NET.certificates",
        ] {
            #expect(lines.count { $0.contains(" of \(setting) ") } == 1, "\(setting)")
        }
    }
}
