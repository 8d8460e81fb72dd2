import AccessEnabler
import PassCore
import PassSimulator

extension Stage {
    /// Returns the time `seconds` from now, in the tokens' format: `2031/06/13 08:30:00 GMT +0000`.
    ///
    /// - Throws: `ScenarioSkip` against a backend that isn't embedded, whose time is unknown.
    func expiryText(inSeconds seconds: Int64) throws -> String {
        let time = CivilTime(Timestamp(milliseconds: try world.nowMillis + seconds * 1_000))
        let day = [time.year, time.month, time.day].map { CivilTime.padded($0) }.joined(separator: "/")
        let clock = [time.hour, time.minute, time.second].map { CivilTime.padded($0) }.joined(separator: ":")
        return "\(day) \(clock) GMT +0000"
    }

    /// Returns an app of REF whose login at M1 expired a second ago; this needs control over the clock and the policy.
    func appWithExpiredLogin(profile: CompatibilityProfile = .v3_9) async throws -> SimulatedApp {
        try world.configure(
            "{ requestors: { \(cast.ref): { mvpds: { \(cast.m1): { authenticationSeconds: 60 } } } } }")
        let app = try await loggedInApp(profile: profile)
        try await advance(by: .seconds(61))
        return app
    }

    /// Removes M1 from the MVPDs of REF; this needs control over the policy.
    func withdrawM1() throws {
        try world.configure("{ requestors: { \(cast.ref): { mvpds: { \(cast.m1): null } } } }")
    }
}
