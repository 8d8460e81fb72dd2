import PassAdmin
import PassCore
import PassDomain
import PassHTTP
import PassInstruments

/// A player of a capsule, which sends the recorded requests again and compares the answers.
struct CapsulePlayer {
    let backend: Backend
    let capsule: CapsuleFile
    private(set) var replay: CapsuleReplay
    private var values = ReplayValues()

    init(backend: Backend, capsule: CapsuleFile) {
        self.backend = backend
        self.capsule = capsule
        replay = CapsuleReplay(isComplete: capsule.isComplete)
    }

    mutating func play(through last: ExchangeID?) {
        var steps = capsule.steps[...]
        for (id, entry) in capsule.exchanges {
            while let step = steps.first, step.position.number < id.number {
                take(step)
                steps.removeFirst()
            }
            turn(to: entry.time)
            replay.exchanges.append(
                CapsuleReplay.Exchange(
                    id: id.description, method: entry.request.method.rawValue, path: entry.request.path,
                    operation: entry.operation?.rawValue, outcome: play(entry)))
            if id == last {
                release(after: id)
                return
            }
        }
        for step in steps { take(step) }
    }

    private func turn(to time: Timestamp) {
        backend.worlds.turnClock(capsule.namespace) { clock in
            clock.freeze()
            clock.set(to: time)
        }
    }

    /// Lets the clock run as it did in the recorded run when the given exchange began.
    private func release(after id: ExchangeID) {
        let reading = capsule.turns.last { $0.position.number < id.number }?.after
        if reading?.isFrozen == true { return }
        backend.worlds.turnClock(capsule.namespace) { clock in
            clock.scale(by: reading?.scale ?? 1)
            clock.thaw()
        }
    }

    private mutating func play(_ entry: JournalEntry) -> CapsuleReplay.Outcome {
        if entry.isRequestBodyCut { return .notCompared("the journal recorded only part of the request's content") }
        var maker = ReplayedRequest(entry, values)
        let request = maker.request()
        values = maker.values
        let fresh = respond(to: request)
        guard let answer = entry.answer else { return .notCompared("the recorded request had no answer yet") }
        var comparison = ReplayComparison(values, nanoseconds: answer.circumstances.nanoseconds)
        comparison.compare(answer, fresh)
        values = comparison.values
        guard comparison.differences.isEmpty else { return .different(comparison.differences) }
        return answer.isBodyCut ? .notCompared("the journal recorded only part of the answer") : .same
    }

    /// Returns the answer to a request; for a stream, which has no end, only its head.
    private func respond(to request: HTTPRequest) -> HTTPResponse {
        let answer = backend.pipeline.respond(to: request)
        if case .stream(let head, _) = answer { return head }
        return answer.whole()
    }

    /// Repeats a change that an operator or a program made.
    private mutating func take(_ step: JournalStep) {
        turn(to: step.time)
        switch step.change {
        case .rules(let rules): backend.worlds.namespaces.find(capsule.namespace)?.rules.restore(rules)
        case .settings(let settings):
            do {
                let text = String(decoding: settings, as: UTF8.self)
                try backend.worlds.change(capsule.namespace, text, from: .request, replacesTables: true)
            } catch {
                replay.failedSteps.append("The settings of a program can't be used: \(error)")
            }
        case .operation(let entry):
            let name = entry.operation?.rawValue ?? entry.request.path
            guard !entry.isRequestBodyCut else {
                replay.failedSteps.append("\(name): the journal recorded only part of the request's content.")
                return
            }
            var maker = ReplayedRequest(entry, values)
            let request = maker.request(in: capsule.namespace.rawValue)
            values = maker.values
            let fresh = respond(to: request)
            guard let answer = entry.answer else { return }
            var comparison = ReplayComparison(values, nanoseconds: answer.circumstances.nanoseconds)
            comparison.compare(answer, fresh)
            values = comparison.values
            if answer.response.status.code != fresh.status.code {
                replay.failedSteps.append(
                    "\(name): the recorded status is \(answer.response.status.code), now it is \(fresh.status.code).")
            }
        }
    }
}
