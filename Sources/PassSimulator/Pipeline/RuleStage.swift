import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// The stage at which a rule of the namespace, or the request's own field `X-Pass-Fault`, takes effect on a request.
struct RuleStage: Sendable {
    private let request: HTTPRequest
    private let operation: Operation
    /// The namespace's rules that may take effect; `nil` if the request asks for an action itself.
    private let candidates: RuleCandidates?
    /// The log of the rules that are tried.
    private let checks: CheckLog?

    /// Whether and when an effect is known.
    enum Decision {
        case none
        case now(RuleEffect)
        /// A worker has to call `effect` to find out, because the facts are in the content or in a slow store.
        case later
        /// The request's own action can't be read.
        case refused(HTTPResponse)
    }

    /// Returns the stage for a request; `nil` if nothing can affect it, which is nearly always the case.
    ///
    /// The function is inlined into its callers, since every request pays for this test.
    @inline(__always)
    static func find(
        _ request: HTTPRequest, _ route: Route, _ namespace: Namespace, _ checks: CheckLog?
    ) -> RuleStage? {
        let asks = request.fields.contains(RequestedAction.field)
        guard asks || !namespace.rules.isEmpty else { return nil }
        return RuleStage(request, route, namespace, checks, asks: asks)
    }

    /// Creates the stage; `nil` if nothing can affect the request: no rule is for its operation, and it asks for no
    /// action.
    ///
    /// - Parameter asks: whether the request asks for an action itself.
    @inline(never)
    private init?(
        _ request: HTTPRequest, _ route: Route, _ namespace: Namespace, _ checks: CheckLog?, asks: Bool
    ) {
        // Rules don't affect the landing page and the simulator's own paths.
        guard route.operation.family != .simulator else { return nil }
        candidates = asks ? nil : namespace.rules.candidates(for: route.operation)
        if !asks, candidates == nil { return nil }
        self.request = request
        self.checks = checks
        operation = route.operation
    }

    /// Determines the effect at once, unless a worker has to read the content, the tokens or the stores first.
    ///
    /// - Parameter storesMayWait: whether reading the stores must be left to a worker, because it may wait for a disk
    ///   or a network.
    func decide(_ captures: Captures, _ namespace: Namespace, storesMayWait: Bool) -> Decision {
        guard let candidates else {
            do {
                guard let action = try RequestedAction.read(request) else { return .none }
                if storesMayWait { return .later }
                return .now(requested(action, captures, namespace))
            } catch {
                checks?.note(false, .unreadableAction(RequestedAction.sentence(error)))
                return .refused(RequestedAction.refusal(error))
            }
        }
        if candidates.readsContent || storesMayWait { return .later }
        do {
            return try effect(captures, namespace).map { .now($0) } ?? .none
        } catch {
            return .refused(Self.refusal(error))
        }
    }

    /// Returns the answer to a request that fails because the store can't be used.
    static func refusal(_ error: any Error) -> HTTPResponse {
        Problem.response(.serviceUnavailable, "Store unavailable", "\(error)")
    }

    /// Returns the effect of the rule that takes effect on the request, if any, and counts the request for the rules.
    ///
    /// - Throws: `StoreError` if the store that holds the counts of all nodes can't be used.
    func effect(_ captures: Captures, _ namespace: Namespace) throws -> RuleEffect? {
        guard let candidates else {
            let action = try? RequestedAction.read(request)
            return action.map { requested($0, captures, namespace) }
        }
        let world = namespace.world
        let now = world.clock.now()
        let facts = RequestFacts(request, captures, world, now: now)
        // The facts are read outside of `CheckLog.collect`, so that the opening of a token for a rule isn't logged as a
        // check that the request has to pass.
        let taken = try namespace.rules.take(candidates, now: now, facts, checks)
        return taken.map { RuleEffect($0, on: operation, facts) }
    }

    private func requested(_ action: RuleAction, _ captures: Captures, _ namespace: Namespace) -> RuleEffect {
        let facts = RequestFacts(request, captures, namespace.world, now: namespace.world.clock.now())
        let rule = Rule(id: RequestedAction.field.description, action: action)
        var system = SystemRandomNumberGenerator()
        return RuleEffect(TakenRule(rule, chance: system.next()), on: operation, facts)
    }
}
