import PassDomain
import PassEndpointKit
import PassHTTP

/// The stage at which a store that outlives the process keeps what a control operation has changed besides records:
/// clock, settings, rules.
struct KeptChanges: Sendable {
    /// Whether a look into the stores may wait for a disk or a network.
    let storesMayWait: Bool
    private let worlds: Worlds

    init(_ worlds: Worlds) {
        self.worlds = worlds
        storesMayWait = worlds.engine.mayWait
    }

    /// Returns the answer once the changes of the operation are kept, or a refusal if they can't be.
    func keep(_ answer: consuming HTTPResponse, _ exchange: Exchange, _ route: Route) -> HTTPResponse {
        guard storesMayWait, route.audience == .operators, exchange.request.method != .get else { return answer }
        do {
            try keep(exchange)
            return answer
        } catch {
            return Problem.response(
                .serviceUnavailable, "Store unavailable",
                "The change is in effect, but it would be lost in a restart. \(error)")
        }
    }
    /// Keeps the changes of a control operation.
    ///
    /// - Throws: `StoreError`.
    func keep(_ exchange: Exchange) throws {
        try worlds.keepDescription(of: exchange.world.name)
        // Some operations change another namespace than that of the request.
        if let other = (try? exchange.capture("namespace")).flatMap({ NamespaceName($0) }) {
            try worlds.keepDescription(of: other)
        }
    }
}
