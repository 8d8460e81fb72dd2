import PassClientRegistration
import PassCore
import PassDomain
import PassRESTv1
import PassTestSupport
import Testing

@Suite("Registration codes on the wire")
struct RegistrationCodeWireTests {
    private static let requestID = "5e0c7a52-6a3b-4c1d-8e9f-0a1b2c3d4e5f"
    private static let recordID = "0b7d9c54-5c0c-4f4e-9a86-2f4b5f0f6f10"

    @Test("A request for a code returns the documented bytes", arguments: ["regcode-older-json", "regcode-xml"])
    func create(_ name: String) throws {
        let world = try TestWorld(
            RESTv1Family(), identifiers: ScriptedIdentifiers("Q7XK2MB", Self.recordID, Self.requestID))
        try expectExchange(name, in: world)
    }

    @Test("A registered application gets the current shape, with its own name")
    func current() throws {
        let world = try TestWorld(
            RESTv1Family(), ClientRegistrationFamily(),
            identifiers: ScriptedIdentifiers(
                "3f3f5c5e-8b1b-49b0-8d9c-6b6f3f1c0a01", "7b0a9a1c-3f5e-4a61-9e3d-1d6b4c8f0b02", "Q7XK2MB",
                Self.recordID, Self.requestID))
        _ = try world.world.services.clients.register(
            statement: Fixture.line("SoftwareStatements/demo.jwt"), redirectURI: nil, now: world.clock.now())
        try expectExchange("regcode-current-json", in: world)
    }

    @Test(
        "A refusal returns the documented bytes",
        arguments: [
            "regcode-missing-device", "regcode-refused-token", "regcode-unknown-json", "regcode-unknown-xml",
        ])
    func refusal(_ name: String) throws {
        let world = try TestWorld(RESTv1Family(), identifiers: ScriptedIdentifiers(Self.requestID))
        try expectExchange(name, in: world)
    }

    private func expectExchange(_ name: String, in world: TestWorld) throws {
        let exchange = try WireExchange("RESTv1/\(name)")
        let answer = WireExchange.text(of: try world.answer(exchange.request))
        #expect(answer == exchange.response, "\(String(decoding: answer, as: UTF8.self))")
    }
}
