import PassSimulator
import PassTestSupport
import PassTokens
import Testing

@testable import pass_simulator

@Suite("Keys for checking tokens")
struct TokenEvidenceTests {
    private static let folder = Fixture.directory + "/Keys"

    private func keys(_ words: String...) throws -> TokenKeyring {
        let arguments = try Arguments(
            ["--data-dir", Self.folder] + words, options: TokenInspectCommand.manual.allOptions, operands: 1)
        return try TokenEvidence.find(TokenQuestion(arguments)).keys
    }

    @Test("Without options the keys are those of the data directory")
    func installed() throws {
        let keys = try keys()
        #expect(keys.token?.name == "token key \(Self.folder)/token.pem")
        #expect(keys.device?.name == "device key \(Self.folder)/device.pem")
        #expect(keys.saml?.name == "saml key \(Self.folder)/saml.pem")
    }

    @Test("A named key may be another installation's: it replaces all keys, and this installation's aren't used")
    func named() throws {
        let keys = try keys("--key", Self.folder + "/statement.pem")
        for entry in [keys.token, keys.saml, keys.statements.first] {
            #expect(entry?.name == "key \(Self.folder)/statement.pem")
        }
        #expect(keys.device == nil && keys.statements.count == 1)
    }

    @Test("Beside a named token key the other keys can be named too")
    func namedBeside() throws {
        let keys = try keys(
            "--key", Self.folder + "/token.pem", "--keys-device", Self.folder + "/device.pem", "--keys-saml",
            Self.folder + "/saml.pem")
        #expect(keys.device?.name == "key \(Self.folder)/device.pem")
        #expect(keys.saml?.name == "key \(Self.folder)/saml.pem")
    }
}
