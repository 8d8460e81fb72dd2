import PassCore
import PassDomain
import PassTestSupport
import Testing

@Suite("Preauthorization, as a service")
struct PreauthorizationServiceTests {
    @Test("A temporary pass permits every readable resource")
    func pass() throws {
        let test = try TestWorld.withPass(TemporaryPass())
        let token = test.world.ports.tokens.seal(try test.passLogin().profile)
        let answer = try test.world.services.preauthorization.preauthorize(
            token, requestor: "REF30", device: TestWorld.device, resources: [Resource("A"), nil, Resource("B")],
            now: test.now)
        #expect(answer.permitted == [true, false, true] && answer.delayMilliseconds == 0)
    }

    @Test("Unreadable resources count towards the limit, repeated ones once")
    func limit() throws {
        let test = try TestWorld.withPass(TemporaryPass())
        let token = test.world.ports.tokens.seal(try test.passLogin().profile)
        func permitted(_ resources: [Resource?]) throws -> [Bool] {
            try test.world.services.preauthorization.preauthorize(
                token, requestor: "REF30", device: nil, resources: resources, now: test.now
            ).permitted
        }
        let four = ["A", "B", "C", "D"].map { Resource($0) }
        #expect(try permitted(four + [nil, four[0], four[1]]).count == 7)
        #expect(throws: EntitlementFailure.tooManyResources(limit: 5)) { try permitted(four + [nil, nil]) }
    }
}
