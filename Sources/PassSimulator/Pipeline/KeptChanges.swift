import PassDomain
import PassEndpointKit
import PassHTTP

/// The stage that stores what a control operation has changed in the clock, the settings and the rules, if the store
/// outlives the process.
struct KeptChanges: Sendable {
    /// Whether access to the stores may wait for a disk or a network.
    let storesMayWait: Bool
    private let worlds: Worlds

    init(_ worlds: Worlds) {
        self.worlds = worlds
        storesMayWait = worlds.engine.mayWait
    }

    /// Stores the changes of the operation, and returns its answer, or a refusal if they can't be stored.
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

    /// Stores the changes of a control operation.
    ///
    /// - Throws: `StoreError`.
    func keep(_ exchange: Exchange) throws {
        try worlds.keepDescription(of: exchange.world.name)
        // Some operations change a namespace other than the one that the request is addressed to.
        if let other = (try? exchange.capture("namespace")).flatMap({ NamespaceName($0) }) {
            try worlds.keepDescription(of: other)
        }
    }
}
