import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `PATCH /_sim/clock`: sets, advances, stops or scales the World's clock.
///
/// Everything that a client can observe follows this clock: tokens, codes, sessions, passes, throttling and the `Date`
/// field. Certificates follow the real time.
///
/// The content is an object with one or more of these members:
///
/// - `now`: a time, as RFC 3339 text (`2026-01-01T00:00:00Z`) from 1970 to 9799.
/// - `advanceSeconds`: the number of seconds by which to move the clock, negative to move it back; at most 100 years.
///   Fractions of a millisecond are dropped. Not allowed together with `now`.
/// - `frozen`: whether the clock stands still.
/// - `scale`: the number of seconds that pass for each real second, 0.001 to 86400.
///
/// The answers:
///
/// - 200: the clock as `GET /_sim/clock` describes it. 400: a problem document; nothing has changed.
struct ChangeClock: Endpoint {
    let route = Route(
        .changeClock, [.patch], "/_sim/clock", on: .worker, readsParameters: false, content: .form)
    let failures: any FailureTable = AdminFailureTable()
    let namespaces: any NamespaceControl

    static let names = ["now", "advanceSeconds", "frozen", "scale"]
    /// The largest step by which one request can move the clock, in seconds.
    private static let longestStep = Double(TimeToLive.longest.seconds)

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let content = try ControlContent(exchange, names: Self.names)
        let now = try content.time("now")
        let step = try content.number("advanceSeconds", in: -Self.longestStep...Self.longestStep)
        let frozen = try content.bool("frozen")
        let scale = try content.number("scale", in: VirtualClock.scales)
        if content.isEmpty {
            throw EntitlementFailure.missingParameter("One of now, advanceSeconds, frozen and scale")
        }
        if now != nil, step != nil {
            throw content.malformed("advanceSeconds", "can't be combined with now")
        }
        let changed = Guarded<VirtualClock?>(nil)
        namespaces.turnClock(of: exchange.world.name) { clock in
            if let frozen { if frozen { clock.freeze() } else { clock.thaw() } }
            if let now { clock.set(to: now) }
            if let step { clock.advance(by: TimeToLive(milliseconds: Int64((step * 1_000).rounded(.towardZero)))) }
            if let scale { clock.scale(by: scale) }
            changed.withLock { $0 = clock }
        }
        return ReadClock.response(changed.withLock(\.self) ?? exchange.world.clock, followsRealTime: false)
    }
}
