import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /_sim/clock`: the World's time.
///
/// - 200: `{"now": "2026-01-01T00:00:00.000Z", "nowMillis": 1767225600000, "frozen": false, "scale": 1,
///   "followsRealTime": true}`. `followsRealTime` is true until the clock is first changed.
struct ReadClock: Endpoint {
    let route = Route(.readClock, [.get], "/_sim/clock", on: .loop, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()

    func respond(to exchange: Exchange) -> HTTPResponse {
        Self.response(exchange.world.clock, followsRealTime: exchange.world.followsRealTime)
    }

    /// Returns the description of a clock.
    static func response(_ clock: any WallClock, followsRealTime: Bool) -> HTTPResponse {
        let now = clock.now()
        let virtual = clock as? VirtualClock
        let body = JSONWriter.object { answer in
            answer.member("now", CivilTime.isoDateWithMilliseconds(now))
            answer.member("nowMillis", now.milliseconds)
            answer.member("frozen", virtual?.isFrozen ?? false)
            answer.member("scale", JSONValue.number(virtual?.scale ?? 1))
            answer.member("followsRealTime", followsRealTime)
        }
        return HTTPResponse(.ok, fields: [.contentType: "application/json", .cacheControl: "no-store"], body: body)
    }
}
