import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments

/// The stages that follow once a request's namespace is known. Requests for Worlds that nodes share go through them,
/// too.
extension Pipeline {
    /// Answers a request on a worker: as a rule demands, with the throttle's refusal, or with the endpoint's answer.
    ///
    /// - Parameters:
    ///   - effect: finds the effect of a rule; called once.
    ///   - keep: called when the endpoint has answered, before the answer is completed.
    /// - Throws: the error of `keep`.
    func answer<Failure: Error>(
        _ effect: () throws -> RuleEffect?, _ found: RoutedEndpoint, _ captures: Captures, _ request: HTTPRequest,
        _ links: Links, _ traced: ExchangeTrace, _ namespace: Namespace, keep: (Exchange) throws(Failure) -> Void
    ) throws(Failure) -> HTTPResponse {
        let (world, route) = (namespace.world, found.route)
        var trace = traced
        var (taken, forced): (RuleEffect?, EntitlementFailure?)
        do {
            taken = try effect()
            trace.rule = taken.map { .init($0) }
            // A request that never reaches the operation doesn't count for throttling.
            if let taken, var answer = taken.answer {
                trace.isAnsweredByRule = true
                taken.note(in: trace.checks)
                taken.change(&answer, in: world, now: world.clock.now())
                return recorder.finish(answer, request, route, trace, namespace, world.name)
            }
            forced = taken?.failure
            guard try Throttling.admits(request, for: route.audience, in: world, trace.checks) else {
                if let taken, taken.withdraw(notingIn: trace.checks) { trace.rule = nil }
                return throttled(request, route, trace, namespace)
            }
        } catch let failure as EntitlementFailure {
            forced = failure
        } catch {
            return recorder.finish(
                RuleStage.refusal(error), request, route, trace, namespace, world.name,
                outcome: OutcomeSlot(.refused("store unavailable")))
        }
        var exchange = exchange(request, route, captures, links, trace, world)
        exchange.forcedDenial = taken?.denial
        exchange.mvpdFault = taken?.mvpdFault
        if let taken, !taken.onlyDenies { taken.note(in: trace.checks) }
        var answer = CheckLog.collect(in: trace.checks) { found.answer(&exchange, forced: forced) }
        if let taken {
            if taken.isUnused, taken.withdraw(notingIn: trace.checks) {
                trace.rule = nil
            } else {
                if taken.onlyDenies { taken.note(in: trace.checks) }
                taken.change(&answer, in: world, now: exchange.now)
            }
        }
        try keep(exchange)
        return complete(answer, found, exchange, trace, namespace)
    }

    /// Asks the endpoint for its answer. An endpoint answers at once, on the calling thread, or returns work that
    /// produces the answer later. The answer then goes through the remaining stages.
    func begin(
        _ found: RoutedEndpoint, _ begun: consuming Exchange, _ trace: ExchangeTrace, _ namespace: Namespace
    ) -> HTTPAnswer {
        var exchange = begun
        switch CheckLog.collect(in: trace.checks, { found.answerOnLoop(&exchange, forced: nil) }) {
        case .ready(let answer):
            return .ready(complete(answer, found, exchange, trace, namespace))
        case .work(let work):
            return self.work(for: exchange.request, found.route, trace, namespace) { [self, exchange] trace in
                let answer = CheckLog.collect(in: trace.checks) { found.answer(exchange, work) }
                return complete(answer, found, exchange, trace, namespace)
            }
        case .later(let begin):
            let trace = recorder.announced(trace, exchange.request, found.route, namespace)
            return .later { [self, exchange] reply in
                begin(reply.changed { [self] in complete($0, found, exchange, trace, namespace) })
            }
        case .stream(let head, let begin):
            return .stream(complete(head, found, exchange, trace, namespace), begin)
        }
    }

    /// Returns what an endpoint is told about a request.
    func exchange(
        _ request: consuming HTTPRequest, _ route: Route, _ captures: consuming Captures, _ links: consuming Links,
        _ trace: ExchangeTrace, _ world: consuming World
    ) -> Exchange {
        let now = trace.time ?? world.clock.now()
        return Exchange(
            request: request, world: world, links: links, now: now, captures: captures,
            outcome: recorder.outcomeSlot(trace, route))
    }

    /// Records and counts the endpoint's answer, and returns it with the header fields that every answer has.
    func complete(
        _ answer: consuming HTTPResponse, _ found: RoutedEndpoint, _ exchange: Exchange, _ trace: ExchangeTrace,
        _ namespace: Namespace
    ) -> HTTPResponse {
        if case .operators = found.route.audience {
            recorder.recordStep(answer, exchange, found.route.operation, namespace)
        }
        return recorder.finish(
            answer, exchange.request, found.route, trace, namespace, namespace.world.name, outcome: exchange.outcome)
    }

    /// Returns the completed refusal of a request whose field `X-Pass-Fault` can't be read.
    func malformedAction(
        _ refusal: HTTPResponse, _ request: HTTPRequest, _ route: Route, _ trace: ExchangeTrace, _ namespace: Namespace
    ) -> HTTPResponse {
        recorder.finish(
            refusal, request, route, trace, namespace, namespace.world.name,
            outcome: OutcomeSlot(.refused("malformed \(RequestedAction.field)")))
    }

    /// Returns the completed refusal, with status 429, of a request whose address has asked too often.
    func throttled(
        _ request: HTTPRequest, _ route: Route, _ trace: ExchangeTrace, _ namespace: Namespace
    ) -> HTTPResponse {
        recorder.finish(
            ThrottlingAnswer.page, request, route, trace, namespace, namespace.world.name,
            outcome: OutcomeSlot(.refused("throttled")))
    }
}
