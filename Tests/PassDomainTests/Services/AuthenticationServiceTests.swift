import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Logins, as a service")
struct AuthenticationServiceTests {
    @Test("A login has ended when it was logged out")
    func ended() throws {
        let test = try TestWorld.withPass(TemporaryPass())
        let id = try test.passLogin().session.id
        #expect(try !test.world.authentication.hasEnded(id, now: test.now))
        #expect(try !test.world.authentication.hasEnded("UNKNOWN", now: test.now))
        _ = try test.world.logout.logout(.make(cookie: id), now: test.now)
        #expect(try test.world.authentication.hasEnded(id, now: test.now))
    }
}
