import PassCore
import Testing

@testable import AccessEnabler

@Suite("Calls that wait for the configuration")
struct HeldCallTests {
    private typealias Bench = MachineBench

    private static func configuring() -> MachineBench {
        var bench = Bench.registered()
        bench.setRequestor()
        return bench
    }

    private static let metadata: [String: EntitlementValue] = [METADATA_OPCODE_KEY: 0]

    @Test("Documented calls and calls of async functions run in the order in which the app made them")
    func order() throws {
        var bench = Self.configuring()
        bench.give(.call(.getMetadata(Self.metadata), from: WaitingCaller(number: 1)))
        bench.call(.checkAuthentication)
        bench.give(.call(.checkPreauthorizedResources(["r"], usesCache: true), from: WaitingCaller(number: 2)))
        #expect(bench.machine.heldCalls.count == 3)
        #expect(
            try bench.answer("config", configXML(["M1"])) == [
                .setRequestorComplete(1),
                .setMetadataStatus(nil, encrypted: false, forKey: METADATA_AUTHENTICATION, andArguments: Self.metadata),
                Bench.notAuthenticated(USER_NOT_AUTHENTICATED_ERROR), Bench.status("N000", .info),
                .preauthorizedResources([]),
            ])
        #expect(bench.machine.heldCalls.isEmpty)
    }

    @Test("Both kinds of calls share one bound")
    func bound() {
        var bench = Self.configuring()
        for number in 1...HeldCalls.limit / 2 {
            bench.give(.call(.checkAuthentication, from: WaitingCaller(number: number)))
            bench.call(.checkAuthentication)
        }
        bench.give(.call(.checkAuthentication, from: WaitingCaller(number: 0)))
        #expect(bench.refusedCallers == [0])
        #expect(!bench.call(.checkAuthentication).isEmpty)
        #expect(bench.machine.heldCalls.count == HeldCalls.limit)
    }

    @Test("A failed configuration refuses the calls of async functions, and the documented ones stay")
    func failure() throws {
        var bench = Self.configuring()
        bench.give(.call(.checkAuthentication, from: WaitingCaller(number: 1)))
        bench.call(.checkAuthentication)
        try bench.answer("config", status: 503)
        #expect(bench.refusedCallers == [1])
        #expect(bench.machine.heldCalls.count == 1)
        bench.give(.call(.checkAuthentication, from: WaitingCaller(number: 2)))
        #expect(bench.refusedCallers == [2])
    }

    @Test("A logout whose caller is refused still runs once there is a configuration")
    func logout() throws {
        var bench = Bench.registered()
        bench.give(.call(.logout, from: WaitingCaller(number: 1)))
        #expect(bench.refusedCallers == [1])
        bench.setRequestor()
        #expect(
            try bench.answer("config", configXML(["M1"])) == [
                .setRequestorComplete(1), .navigateToUrl(ADOBEPASS_REDIRECT_URL),
            ])
    }

    @Test("A call whose caller was cancelled doesn't run")
    func withdrawn() throws {
        var bench = Self.configuring()
        bench.give(.call(.checkAuthentication, from: WaitingCaller(number: 1, isWithdrawn: { true })))
        #expect(try bench.answer("config", configXML(["M1"])) == [.setRequestorComplete(1)])
        #expect(bench.refusedCallers == [1])
    }

    @Test("A held status check is still distinguished from the outcome of a login")
    func statusCheck() throws {
        var bench = Self.configuring()
        bench.call(.checkAuthentication)
        try bench.answer("config", configXML(["M1"]))
        let checks = bench.effects.compactMap { effect -> Bool? in
            if case .callback(.setAuthenticationStatus, let isStatusCheck) = effect { isStatusCheck } else { nil }
        }
        #expect(checks == [true])
    }
}

extension MachineBench {
    /// The waiting callers that the last input refused.
    fileprivate var refusedCallers: [Int] {
        effects.compactMap { if case .refuseCaller(let number) = $0 { number } else { nil } }
    }
}
