import PassCore
package import PassDomain
package import PassHTTP
import Synchronization

/// What is done to a call on purpose.
package enum FaultEffect: Sendable {
    /// This is the answer; the call doesn't reach its endpoint.
    case answer(HTTPResponse)
    /// The endpoint answers, so much later.
    case delay(milliseconds: Int)
    /// The call fails for this reason, and the family's failure table answers.
    case failure(EntitlementFailure)
}

/// The faults of one namespace, by operation.
///
/// Those of one operation take effect one after the other, in the order in which they were added, before those of all
/// operations. One without a number of times lasts until another is added or it is removed.
package final class FaultRules: Sendable {
    private struct Rule {
        var effect: FaultEffect
        /// `nil` lasts.
        var remaining: Int?
    }

    /// Stands for every operation.
    package static let everyOperation = "*"

    private let isInForce = Atomic(false)
    private let rules = Guarded<[String: [Rule]]>([:])

    package init() {}

    /// Whether no call is touched; asked of every request, so it takes no lock.
    package var isEmpty: Bool { !isInForce.load(ordering: .acquiring) }

    /// - Parameter times: how many calls it takes effect on, at least 1; `nil` means all.
    package func add(_ effect: FaultEffect, to operation: String, times: Int?) {
        rules.withLock { rules in
            var line = rules[operation] ?? []
            if let last = line.last, last.remaining == nil { line.removeLast() }
            line.append(Rule(effect: effect, remaining: times))
            rules[operation] = line
            isInForce.store(true, ordering: .releasing)
        }
    }

    package func remove(_ operation: String) {
        rules.withLock { rules in
            rules[operation] = nil
            isInForce.store(!rules.isEmpty, ordering: .releasing)
        }
    }

    package func removeAll() {
        rules.withLock { rules in
            rules = [:]
            isInForce.store(false, ordering: .releasing)
        }
    }

    /// What is done to this call, which counts as one of the times.
    package func take(_ operation: String) -> FaultEffect? {
        rules.withLock { rules in
            for name in [operation, Self.everyOperation] {
                guard var line = rules[name], let rule = line.first else { continue }
                if let remaining = rule.remaining {
                    line[0].remaining = remaining - 1
                    if remaining <= 1 { line.removeFirst() }
                    rules[name] = line.isEmpty ? nil : line
                    isInForce.store(!rules.isEmpty, ordering: .releasing)
                }
                return rule.effect
            }
            return nil
        }
    }
}
