import PassCore
import Testing

@testable import AccessEnabler

@Suite("The SDK under any sequence of calls and answers")
struct RandomWalkTests {
    private static let versions = [
        SDKVersion(1, 6), SDKVersion(1, 8), SDKVersion(2, 5), SDKVersion(3, 0), SDKVersion(3, 6), SDKVersion(3, 9),
    ]

    private static func bench(_ version: SDKVersion, isTV: Bool, surroundings: Int) -> MachineBench {
        MachineBench(version: version, system: AccessEnabler.OperatingSystem(isTV ? .tvOS : .iOS, version: "9.2.1")) {
            $0.hasUserAgent = true
            $0.hasPresenter = surroundings % 2 == 0
            $0.hasPlatformSSO = surroundings % 3 != 0
        }
    }

    @Test(
        "Whatever the events, every call is answered once and in time, and no request waits forever", arguments: 0..<12)
    func walk(seed: Int) throws { try Self.walk(seed) }

    static func walk(_ seed: Int) throws {
        var walk = RandomWalk(
            seed: UInt64(seed),
            bench: Self.bench(Self.versions[seed % Self.versions.count], isTV: seed % 4 == 3, surroundings: seed))
        for _ in 0..<4 {
            for _ in 0..<60 { try walk.step() }
            try walk.comeToRest()
            try checkRest(walk)
        }
    }

    /// What holds when everything has been answered.
    private static func checkRest(_ walk: RandomWalk) throws {
        let machine = walk.machine
        try #require(machine.configuration.isComplete, "\(walk.tail)")
        try #require(machine.login.attempt == nil, "\(walk.tail)")
        #expect(machine.heldCalls.isEmpty && machine.login.later.isEmpty && machine.authorization.waiting.isEmpty)
        #expect(machine.outbox.sentCount == 0 && machine.outbox.waitingCount == 0)
        #expect(!machine.passiveLogin.isRunning && machine.platformSignOn.attempt == nil)
        #expect(!walk.awaitsCompletion)
        #expect(walk.called.metadata == walk.ended.metadata, "\(walk.tail)")
        #expect(walk.called.lists == walk.ended.lists, "\(walk.tail)")
        #expect(walk.called.requests == walk.ended.requests, "\(walk.tail)")
        for (resource, count) in walk.called.checks {
            #expect(walk.ended.checks[resource, default: 0] >= count, "\(resource): \(walk.tail)")
        }
    }
}
