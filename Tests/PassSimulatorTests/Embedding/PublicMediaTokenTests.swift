import PassCrypto
import PassSimulator
import PassTestSupport
import Testing

@Suite("Media tokens at a programmer's server, by the public API")
struct PublicMediaTokenTests {
    @Test("A token of the simulator is verified against the vendor's states, repeatedly, offline")
    func offline() async throws {
        var configuration = Configuration()
        configuration.timeMillis = 1_936_513_800_000
        let simulator = try await Simulator.start(configuration)
        let world = simulator.world
        world.freeze()
        let client = EmbeddedClient(simulator)
        let token = try #require(client.authNToken())
        let media = client.mediaToken(try #require(client.authorize(token).element("authzToken")))
        let verifier = try MediaTokenVerifier(publicKeyPEM: world.tokenKeyPEM)
        let now = world.nowMillis
        for _ in 0..<2 {
            let verdict = verifier.verify(media, resource: "TEST_RESOURCE", requestor: "TEST_REQUESTOR", at: now)
            #expect(verdict.validity == .validToken && verdict.isValid)
            #expect(verdict.token?.mvpdID == "TempPass" && verdict.token?.resourceID == "TEST_RESOURCE")
            #expect(verdict.token?.requestorID == "TEST_REQUESTOR" && verdict.token?.ttlMillis == 300_000)
        }
        #expect(verifier.verify(media, resource: "other", at: now).validity == .invalidResourceID)
        #expect(verifier.verify(media, resource: nil, requestor: "X", at: now).validity == .invalidRequestorID)
        #expect(verifier.verify(media, resource: nil, at: now + 300_000).validity == .tokenExpired)
        #expect(verifier.verify("nonsense", resource: nil, at: now).validity == .invalidTokenFormat)
        let tampered = media.replacing("TEST_RESOURCE", with: "TEST_RESOURCF")
        #expect(verifier.verify(tampered, resource: nil, at: now).validity == .invalidSignature)
        #expect(verifier.verify(tampered, resource: nil, at: now).token == nil)
        let foreign = String(decoding: try TestWorld.key("device").publicKey.pem, as: UTF8.self)
        let other = try MediaTokenVerifier(publicKeyPEM: foreign)
        #expect(other.verify(media, resource: nil, at: now).validity == .invalidSignature)
        #expect(throws: SimulatorError.self) { try MediaTokenVerifier(publicKeyPEM: "no key") }
        await simulator.stop()
    }

    @Test("A token presented to its World is valid once")
    func online() async throws {
        let simulator = try await Simulator.start()
        let world = simulator.world
        let client = EmbeddedClient(simulator)
        let token = try #require(client.authNToken())
        let media = client.mediaToken(try #require(client.authorize(token).element("authzToken")))
        #expect(world.verifyMediaToken(media, resource: "other").validity == .invalidResourceID)
        let first = world.verifyMediaToken(media, resource: "TEST_RESOURCE", requestor: "TEST_REQUESTOR")
        #expect(first.validity == .validToken && first.token?.mvpdID == "TempPass")
        #expect(world.verifyMediaToken(media, resource: "TEST_RESOURCE").validity == .alreadyUsed)
        #expect(world.verifyMediaToken("nonsense", resource: nil).validity == .invalidTokenFormat)
        world.advance(by: .seconds(301))
        #expect(world.verifyMediaToken(media, resource: nil).validity == .tokenExpired)
        await simulator.stop()
    }
}
