import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The stage that limits how often an address may ask, if the World's policy says so (Adobe, "Throttling mechanism").
///
/// The limit applies to the REST APIs, to client registration and to the configuration, as the vendor lists them.
enum Throttling {
    /// The maximum length of an address from a header field, in characters; the rest of a longer one is ignored.
    private static let longestAddress = 64

    /// Whether the request is within its address's limit; an admitted request counts towards it. If the World's store
    /// is shared, the requests to all nodes count together.
    ///
    /// - Parameter checks: the log in which the check is noted, if there is one.
    /// - Throws: `StoreError`; `EntitlementFailure.storeFull` if there is no room for the address.
    static func admits(
        _ request: HTTPRequest, for audience: Audience, in world: World, _ checks: CheckLog?
    ) throws -> Bool {
        guard let allowances = world.stores.nodes?.allowances else {
            return admitsHere(request, for: audience, in: world, checks)
        }
        guard let rule = rule(for: request, audience, world) else { return true }
        let (address, now) = (address(of: request), world.clock.now())
        var first = RequestAllowance(now: now)
        let isFirstAdmitted = first.take(rule, now: now)
        let isAdmitted =
            try allowances.upsert(AddressAllowance(key: ExactText(address), first), now: now) { record in
                record.allowance.take(rule, now: now)
            } ?? isFirstAdmitted
        note(isAdmitted, address, rule, checks)
        return isAdmitted
    }

    /// Whether the request is within its address's limit as this process counts it, without asking a store.
    static func admitsHere(
        _ request: HTTPRequest, for audience: Audience, in world: World, _ checks: CheckLog?
    ) -> Bool {
        guard let rule = rule(for: request, audience, world) else { return true }
        let address = address(of: request)
        let isAdmitted = world.throttle.admits(address, rule, now: world.clock.now())
        note(isAdmitted, address, rule, checks)
        return isAdmitted
    }

    /// Returns the limit of the request; `nil` if it has none, as by default.
    @inline(__always)
    private static func rule(for request: HTTPRequest, _ audience: Audience, _ world: World) -> Policy.Throttle? {
        guard case .clients = audience, let rule = world.policy.throttle, isLimited(request.path) else { return nil }
        return rule
    }

    private static func note(
        _ isAdmitted: Bool, _ address: String, _ rule: Policy.Throttle, _ checks: CheckLog?
    ) {
        checks?.note(
            isAdmitted,
            .throttle(address: address, requestsPerSecond: rule.requestsPerSecond, burst: rule.burst))
    }

    private static let limited = [
        "/api/v1/", "/api/v2/", "/o/client/", "/reggie/", "/adobe-services/config", "/adobe-services/1.0/config",
    ]

    private static func isLimited(_ path: String) -> Bool {
        // Repeated slashes count as one, as they do for `Router`.
        let plain = path.contains("//") ? "/" + path.split(separator: "/").joined(separator: "/") : path
        return limited.contains { plain.startsWithBytes(of: $0) }
    }

    /// Returns the first address of `X-Forwarded-For`, or the peer's address if there is none.
    ///
    /// The field is believed from every peer, because a programmer's servers use it to name the viewers for whom they
    /// ask.
    private static func address(of request: HTTPRequest) -> String {
        if let field = request.fields["X-Forwarded-For"] {
            let first = field.prefix { $0 != "," }.filter { $0 != " " && $0 != "\t" }
            if !first.isEmpty { return String(first.prefix(longestAddress)) }
        }
        return request.connection.peerAddress
    }
}
