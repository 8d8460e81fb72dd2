import PassCore
import PassCrypto
import PassSAML
import PassTestSupport
import Testing

@Suite("POST binding")
struct POSTBindingTests {
    @Test("The message is base64 of its XML, and the RelayState follows unchanged")
    func fields() throws {
        let fields = try POSTBinding.fields(for: AuthnResponse.make(), relayState: RelayState("a&\"b"), signedBy: nil)
        #expect(fields.map(\.name) == ["SAMLResponse", "RelayState"])
        #expect(try Base64.decode(fields[0].value) == AuthnResponse.make().xml)
        #expect(fields[1].value == "a&\"b")
        let request = try POSTBinding.fields(for: AuthnRequest.make(), relayState: nil, signedBy: nil)
        #expect(request.map(\.name) == ["SAMLRequest"])
    }

    @Test("With a key the message is signed, and a reader with the public half verifies it")
    func signed() throws {
        let key = try TestKey.saml
        let fields = try POSTBinding.fields(for: AuthnRequest.make(), relayState: nil, signedBy: key)
        let message = try PostedMessage(fields: fields)
        #expect(try message.xml == AuthnRequest.make().xml(signedBy: key))
        #expect(try message.read(verifiedBy: key.publicKey) == AuthnRequest.make())
        #expect(throws: SAMLError(.badSignature, "")) {
            try message.read(AuthnRequest.self, verifiedBy: TestKey.foreign.publicKey)
        }
        #expect(throws: SAMLError(.malformed, "")) { try message.read(LogoutRequest.self, verifiedBy: key.publicKey) }
        #expect(throws: SAMLError(.missingMessage, "")) {
            try message.read(AuthnResponse.self, verifiedBy: key.publicKey)
        }
    }

    @Test("Line breaks in the base64, spaces for its plus signs, and other fields are accepted")
    func lenient() throws {
        let request = try AuthnRequest.make(providers: ["\u{3FB}\u{FBFF}~~~>>>???"])
        let value = Base64.encode(request.xml)
        var broken = ""
        for (index, character) in value.enumerated() {
            if index > 0 && index.isMultiple(of: 76) { broken += "\r\n" }
            broken.append(character == "+" ? " " : character)
        }
        #expect(broken.contains(" ") && broken.contains("\r\n"))
        let message = try PostedMessage(fields: [("submit", "1"), ("submit", "2"), ("SAMLRequest", broken)])
        #expect(try message.readUnverified() == request)
        #expect(message.relayState == nil)
    }

    @Test(
        "Forms that carry no message are refused",
        arguments: [
            ([], .missingMessage), ([("RelayState", "a")], .missingMessage),
            ([("SAMLRequest", "AA=="), ("SAMLResponse", "AA==")], .missingMessage),
            ([("SAMLResponse", "AA=="), ("SAMLResponse", "AA==")], .duplicateParameter),
            ([("SAMLResponse", "AA=="), ("RelayState", "a"), ("RelayState", "a")], .duplicateParameter),
            ([("SAMLResponse", "")], .encoding), ([("SAMLResponse", "\r\n")], .encoding),
            ([("SAMLResponse", "!")], .encoding),
            ([("SAMLResponse", String(repeating: "A", count: 1 << 20))], .encoding),
            ([("SAMLResponse", "AA=="), ("RelayState", String(repeating: "a", count: 513))], .relayState),
        ] as [([(String, String)], SAMLError.Code)])
    func refused(_ fields: [(String, String)], _ code: SAMLError.Code) {
        #expect(throws: SAMLError(code, "")) {
            try PostedMessage(fields: fields.map { (name: $0.0, value: $0.1) })
        }
    }

    @Test("A message of another kind is refused")
    func otherKind() throws {
        let message = try PostedMessage(
            fields: POSTBinding.fields(for: LogoutResponse.make(), relayState: nil, signedBy: nil))
        #expect(throws: SAMLError(.missingMessage, "")) { try message.readUnverified(LogoutRequest.self) }
        #expect(throws: SAMLError(.malformed, "")) { try message.readUnverified(AuthnResponse.self) }
        #expect(try message.readUnverified(LogoutResponse.self) == .make())
    }

    @Test("The service sends up to 80 bytes of RelayState and accepts up to 512")
    func relayState() throws {
        #expect(try RelayState(String(repeating: "é", count: 40)).text.utf8.count == 80)
        #expect(throws: SAMLError(.relayState, "")) { try RelayState(String(repeating: "é", count: 40) + "a") }
        #expect(throws: SAMLError(.relayState, "")) { try RelayState("") }
        #expect(try RelayState(received: String(repeating: "a", count: 512)).text.utf8.count == 512)
        #expect(throws: SAMLError(.relayState, "")) { try RelayState(received: String(repeating: "a", count: 513)) }
        #expect(throws: SAMLError(.relayState, "")) { try RelayState(received: "") }
        let empty = [(name: "SAMLRequest", value: "PGE+"), (name: "RelayState", value: "")]
        #expect(try PostedMessage(fields: empty).relayState == nil)
    }
}
