import PassCore

/// Patterns in the calls of a client that several rules look for.
extension ClientRule {
    /// Successive calls that share a value.
    struct Run {
        var key: ExactText
        var first: RecordedCall
        var last: RecordedCall
    }

    /// Returns the runs of successive calls with the same value, in their order. Calls without a value are left out.
    static func runs(of calls: [RecordedCall], by key: (RecordedCall) -> ExactText?) -> [Run] {
        var runs: [Run] = []
        for call in calls {
            guard let key = key(call) else { continue }
            if let last = runs.last, last.key == key {
                runs[runs.count - 1].last = call
            } else {
                runs.append(Run(key: key, first: call, last: call))
            }
        }
        return runs
    }

    /// Returns the index of the first run whose value an earlier run has already had; `nil` if no value recurs.
    static func interleaved(_ runs: [Run]) -> Int? {
        var seen: Set<ExactText> = []
        for (index, run) in runs.enumerated() where !seen.insert(run.key).inserted { return index }
        return nil
    }

    /// A request and the equal requests after it.
    struct Chain {
        var calls: [RecordedCall]

        /// The number of requests after the first one.
        var repeats: Int { calls.count - 1 }

        /// Whether there are several pauses, and each is at least 1.5 times as long as the one before.
        var backsOff: Bool {
            let gaps = zip(calls, calls.dropFirst()).map { $1.arrived - $0.arrived }
            return gaps.count > 1 && zip(gaps, gaps.dropFirst()).allSatisfy { $1 * 2 >= $0 * 3 }
        }
    }

    /// Returns the chains of equal requests with a certain kind of answer; a chain may be a single request.
    ///
    /// Each further request of a chain came within a minute after the previous one was answered. A request with another
    /// kind of answer is the last one of its chain.
    ///
    /// - Parameter isOfKind: whether a call had the kind of answer after which repeats are judged.
    static func chains(
        _ calls: [RecordedCall], _ history: ClientHistory, where isOfKind: (RecordedCall) -> Bool
    ) -> [Chain] {
        var open: [ExactText: Chain] = [:]
        var order: [ExactText] = []
        var closed: [Chain] = []
        for call in calls {
            let key = call.fingerprint
            if let chain = open[key], let last = chain.calls.last, history.follows(call, last),
                call.arrived - last.answered <= 60_000
            {
                open[key]?.calls.append(call)
                if !isOfKind(call), let whole = open.removeValue(forKey: key) { closed.append(whole) }
            } else if isOfKind(call) {
                if let whole = open[key] { closed.append(whole) } else { order.append(key) }
                open[key] = Chain(calls: [call])
            }
        }
        closed += order.compactMap { open.removeValue(forKey: $0) }
        return closed.sorted { $0.calls[0].index < $1.calls[0].index }
    }
}
