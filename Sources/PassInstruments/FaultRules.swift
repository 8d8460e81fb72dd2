import PassCore
package import PassDomain
package import PassHTTP
import Synchronization

/// The effect of a deliberate fault on a call.
package enum FaultEffect: Sendable {
    /// The call gets this answer and doesn't reach its endpoint.
    case answer(HTTPResponse)
    /// The endpoint's answer is delayed by this time.
    case delay(milliseconds: Int)
    /// The call fails for this reason, and the family's failure table answers.
    case failure(EntitlementFailure)
}

/// The deliberate faults of one namespace, by operation.
///
/// The faults of one operation take effect one after the other, in the order in which they were added. They come before
/// the faults for every operation. A fault without a number of calls lasts until it is removed or another is added for
/// the same operation.
package final class FaultRules: Sendable {
    private struct Rule {
        var effect: FaultEffect
        /// The number of calls that the rule still affects; `nil` for no limit.
        var remaining: Int?
    }

    private let isInForce = Atomic(false)
    /// The rules by operation; those under `nil` are for every operation.
    private let rules = Guarded<[Operation?: [Rule]]>([:])

    package init() {}

    /// Whether no call is affected. Read for every request, so it takes no lock.
    package var isEmpty: Bool { !isInForce.load(ordering: .acquiring) }

    /// Adds a fault for an operation, after those that it has.
    ///
    /// - Parameters:
    ///   - operation: `nil` means every operation.
    ///   - times: the number of calls that the fault affects, at least 1; `nil` means all.
    package func add(_ effect: FaultEffect, to operation: Operation?, times: Int?) {
        rules.withLock { rules in
            var line = rules[operation] ?? []
            if let last = line.last, last.remaining == nil { line.removeLast() }
            line.append(Rule(effect: effect, remaining: times))
            rules[operation] = line
            isInForce.store(true, ordering: .releasing)
        }
    }

    /// Removes the faults of an operation; `nil` removes those for every operation.
    package func remove(_ operation: Operation?) {
        rules.withLock { rules in
            rules[operation] = nil
            isInForce.store(!rules.isEmpty, ordering: .releasing)
        }
    }

    /// The number of faults.
    package var count: Int { rules.withLock { rules in rules.values.reduce(0) { $0 + $1.count } } }

    /// Replaces the faults by those of another namespace; each counts its calls from now on by itself.
    package func replace(by other: FaultRules) {
        let copy = other.rules.withLock(\.self)
        rules.withLock { rules in
            rules = copy
            isInForce.store(!rules.isEmpty, ordering: .releasing)
        }
    }

    package func removeAll() {
        rules.withLock { rules in
            rules = [:]
            isInForce.store(false, ordering: .releasing)
        }
    }

    /// Returns the fault for a call of an operation, or `nil` if there is none; the call counts against the fault's
    /// number of calls.
    package func take(_ operation: Operation) -> FaultEffect? {
        rules.withLock { rules in
            for key in [operation, nil] {
                guard var line = rules[key], let rule = line.first else { continue }
                if let remaining = rule.remaining {
                    line[0].remaining = remaining - 1
                    if remaining <= 1 { line.removeFirst() }
                    rules[key] = line.isEmpty ? nil : line
                    isInForce.store(!rules.isEmpty, ordering: .releasing)
                }
                return rule.effect
            }
            return nil
        }
    }
}
