import PassClientRegistration
import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Client registration on the wire")
struct ClientRegistrationWireTests {
    @Test(
        "A registration returns the documented bytes",
        arguments: ["register-json", "register-form-bare", "register-refused-statement", "register-refused-redirect"])
    func register(_ name: String) throws {
        let world = try TestWorld(
            ClientRegistrationFamily(),
            identifiers: ScriptedIdentifiers(
                "3f3f5c5e-8b1b-49b0-8d9c-6b6f3f1c0a01", "7b0a9a1c-3f5e-4a61-9e3d-1d6b4c8f0b02"))
        try expectExchange(name, in: world)
    }

    @Test("Where statements must be trusted, another issuer's is refused with the documented bytes")
    func untrusted() throws {
        try expectExchange(
            "register-unapproved-statement", in: try TestWorld(ClientRegistrationFamily()) { $0.statements = .trusted })
    }

    @Test("A token request returns the documented bytes", arguments: ["token-form", "token-refused-grant"])
    func token(_ name: String) throws {
        let world = try TestWorld(
            ClientRegistrationFamily(), identifiers: ScriptedIdentifiers("a0b1c2d3-0000-4000-8000-5a5a5a5a5a5a"))
        try expectExchange(name, in: world)
    }

    @Test("A client whose statement doesn't list the grant type may not use it")
    func unauthorizedClient() throws {
        let world = try TestWorld(ClientRegistrationFamily())
        let client = RegisteredApplication(
            id: "3f3f5c5e-8b1b-49b0-8d9c-6b6f3f1c0a01", secret: "7b0a9a1c-3f5e-4a61-9e3d-1d6b4c8f0b02",
            issued: world.clock.now(), redirectURIs: [], scopes: [],
            statement: SoftwareStatement(application: "a", grantTypes: ["authorization_code"]))
        try world.world.stores.applications.put(client, now: world.clock.now())
        try expectExchange("token-unauthorized-client", in: world)
    }

    private func expectExchange(_ name: String, in world: TestWorld) throws {
        let exchange = try WireExchange("ClientRegistration/\(name)")
        let answer = WireExchange.text(of: try world.answer(exchange.request))
        #expect(answer == exchange.response, "\(String(decoding: answer, as: UTF8.self))")
    }
}
