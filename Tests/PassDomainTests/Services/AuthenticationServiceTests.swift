import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Logins, as a service")
struct AuthenticationServiceTests {
    @Test("Where a pass came from is known as long as its token lives, and at least as long as any other's")
    func originOfPass() throws {
        for (life, known) in [(TimeToLive.days(90), TimeToLive.days(90)), (.minutes(10), .days(30))] {
            let test = try TestWorld.withPass(TemporaryPass(life: life))
            let profile = try test.passLogin().profile
            let origins = test.world.stores.profileOrigins
            #expect(try origins.find(profile.guid, now: test.now + known - .seconds(1)) != nil)
            #expect(try origins.find(profile.guid, now: test.now + known) == nil)
        }
    }

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
