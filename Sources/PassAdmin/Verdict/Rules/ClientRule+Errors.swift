import PassCore
import PassDomain

/// The rules about errors of REST API v2, and about repeating calls after them.
extension ClientRule {
    static let errors: [ClientRule] = [
        ClientRule(
            "R-54", .must, "A failed call is retried only if the action of its error allows it.",
            clause: "REST API v2 checklist, error handling; Enhanced error codes",
            needs: "an error with the action none or configuration, or a 400, 403 or 405 without an action",
            remedy: "Read the error's action before you repeat the call."
        ) { history, ruling in
            let calls = history.ofV2.filter { $0.operation != .retrieveProfileForCode }
            for chain in chains(calls, history, where: \.isFinal) {
                ruling.see()
                let what = "The call was repeated after an error that doesn't allow a retry"
                if chain.repeats > 1 {
                    ruling.find("\(what), \(chain.repeats) times.", chain.calls.first, chain.calls.last)
                } else if chain.repeats == 1 {
                    ruling.note("\(what).", chain.calls.first, chain.calls.last)
                }
            }
            for chain in chains(calls, history, where: \.hasFinalDenial) {
                ruling.see()
                guard chain.calls.count > 3,
                    let quick = zip(chain.calls, chain.calls.dropFirst(3)).first(where: { first, fourth in
                        history.gap(from: first, to: fourth).map { $0 <= 10_000 } ?? false
                    })
                else { continue }
                ruling.find("A denied resource was requested again three times within ten seconds.", quick.0, quick.1)
            }
        },
        ClientRule(
            "R-55", .must, "Retries are bounded: two or three, or with growing pauses.",
            clause: "Enhanced error codes; REST API v2 rules for coding assistants",
            needs: "an error that allows a retry",
            remedy: "Retry three times at most, or double the pause each time and stop after ten."
        ) { history, ruling in
            for chain in chains(history.ofV2, history, where: \.isTransient) {
                ruling.see()
                if chain.repeats > 10 || (chain.repeats > 3 && !chain.backsOff) {
                    ruling.find("The call was repeated \(chain.repeats) times.", chain.calls.first, chain.calls.last)
                }
            }
        },
    ]
}

extension RecordedCall {
    /// Whether the answer is an error that repeating the call can't fix.
    fileprivate var isFinal: Bool {
        if let action = answer?["action"]?.stringValue { return ["none", "configuration"].contains(action) }
        return [400, 403, 405].contains(status)
    }

    /// Whether the answer denies a resource for a reason that repeating the call can't change.
    fileprivate var hasFinalDenial: Bool {
        status == 200 && decisions.contains { $0["error"].map { $0["action"]?.stringValue != "retry" } ?? false }
    }

    /// Whether the answer is a temporary error: a repeated call may succeed.
    fileprivate var isTransient: Bool {
        answer?["action"]?.stringValue == "retry" || [500, 502, 503, 504].contains(status)
            || decisions.contains { $0["error"]?["action"]?.stringValue == "retry" }
    }
}
