import PassCore
import PassSimulator

/// A run of one scenario on its stage, with a limit on the real time that it takes.
struct ScenarioRun: Sendable {
    let scenario: Scenario
    let stage: Stage
    let limit: Duration

    func result() async -> ScenarioResult {
        let start = ContinuousClock.now
        var outcome = await outcome()
        if case .failed(var failure) = outcome {
            failure.capsule = await capsule(failure)
            outcome = .failed(failure)
        }
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return ScenarioResult(
            scenario, outcome, milliseconds: Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }

    /// Runs the scenario, and reports a failure if it reaches the limit first.
    ///
    /// A scenario that reaches the limit may go on, because waiting for activity to end ignores cancellation. The stage
    /// is taken down only when the scenario ends, because a scenario that is merely slow still uses its apps. At the
    /// limit, only the task is cancelled and the network restored, which releases the requests that were held back.
    private func outcome() async -> ScenarioResult.Outcome {
        await withCheckedContinuation { continuation in
            let end = FirstEnd(continuation)
            let play = Task {
                let outcome = await played()
                stage.takeDown()
                end.tell(outcome)
            }
            let timer = Task {
                guard (try? await Task.sleep(for: limit)) != nil else { return }
                end.tell(hung())
                play.cancel()
                stage.network.restore()
            }
            end.whenTold { timer.cancel() }
        }
    }

    private func played() async -> ScenarioResult.Outcome {
        do {
            try stage.needs(scenario.needs)
            try await scenario.run(stage)
            return .passed
        } catch let skip as ScenarioSkip {
            return .skipped(skip.reason)
        } catch let failure as ScenarioFailure {
            return .failed(
                ScenarioResult.Failure(
                    step: failure.step.isEmpty ? "preparation" : failure.step, expected: failure.expected,
                    seen: failure.seen, exchange: failure.exchange?.details ?? [], flow: await lastFlow()))
        } catch {
            var failure = failure("no error", seen: "\(error)")
            failure.flow = await lastFlow()
            return .failed(failure)
        }
    }

    /// Returns the last flow at the backend as a sequence diagram, line by line.
    ///
    /// The list is empty if the backend isn't a simulator in this process, or has no flow.
    private func lastFlow() async -> [String] {
        guard case .embedded(_, let world) = stage.backend else { return [] }
        let control = SimulatorControlClient(url: world.url)
        guard let flow = try? await control.flows().last, let text = try? await control.diagram(ofFlow: flow.id) else {
            return []
        }
        return text.split(separator: "\n").map(String.init)
    }

    /// Returns the capsule of the backend's namespace; empty if the backend isn't a simulator in this process.
    private func capsule(_ failure: ScenarioResult.Failure) async -> [UInt8] {
        guard case .embedded(_, let world) = stage.backend else { return [] }
        let title = "Scenario \(scenario.number), \(failure.step): expected \(failure.expected), saw \(failure.seen)"
        return (try? await SimulatorControlClient(url: world.url).capsule(title: title)) ?? []
    }

    private func hung() -> ScenarioResult.Outcome {
        .failed(failure("the end of the scenario within \(limit)", seen: "none"))
    }

    private func failure(_ expected: String, seen: String) -> ScenarioResult.Failure {
        ScenarioResult.Failure(
            step: stage.step.isEmpty ? "preparation" : stage.step, expected: expected, seen: seen,
            exchange: stage.network.exchanges.last?.details ?? [])
    }
}

/// A holder of the first reported outcome, which ignores later ones.
private final class FirstEnd: Sendable {
    private struct State: Sendable {
        var continuation: CheckedContinuation<ScenarioResult.Outcome, Never>?
        var follow: (@Sendable () -> Void)?
    }

    private let state: Guarded<State>

    init(_ continuation: CheckedContinuation<ScenarioResult.Outcome, Never>) {
        state = Guarded(State(continuation: continuation))
    }

    func tell(_ outcome: ScenarioResult.Outcome) {
        let (continuation, follow) = state.withLock { state in
            defer { state = State() }
            return (state.continuation, state.follow)
        }
        continuation?.resume(returning: outcome)
        follow?()
    }

    /// Calls `follow` as soon as an outcome is reported, or at once if one already was.
    func whenTold(_ follow: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.continuation != nil { state.follow = follow }
            return state.continuation == nil
        }
        if isOver { follow() }
    }
}
