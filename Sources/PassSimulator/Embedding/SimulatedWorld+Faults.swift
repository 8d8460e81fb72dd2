import PassCore
public import PassDomain
import PassEndpointKit
import PassInstruments

/// Faults, which make calls fail on purpose.
///
/// ```swift
/// try world.fail(.authorizeDevice, with: .failure(.notAuthorized("Not in your package.")))
/// try world.fail(.sessionDevice, with: .status(503), times: 2)     // two calls, then it works again
/// try world.failAll(with: .delayed(milliseconds: 2_000))
/// world.heal(.authorizeDevice)
/// world.healAll()
/// ```
///
/// Each fault is a rule of the namespace (<doc:Rules>), so it counts towards the limit of rules, and `GET /_sim/rules`
/// lists it. Rules can do more than faults; add them over HTTP or with `Configuration.rules`.
///
/// Faults never affect paths under `/_sim/`, which are the simulator's own paths and the MVPDs' pages. A call that gets
/// a fault's fixed answer (`status`, `answer`) doesn't count for throttling.
extension SimulatedWorld {
    /// Makes an operation fail.
    ///
    /// Faults of one operation take effect one after the other. A fault without `times` lasts until another one is set
    /// for the operation or the operation is healed.
    ///
    /// - Parameter times: how many calls fail, at least 1; `nil` means all from now on.
    /// - Throws: `SimulatorError` for a fault that can't be sent, and for an operation under `/_sim/`.
    public func fail(_ operation: Operation, with fault: Fault, times: Int? = nil) throws {
        guard backend.serves(operation) else {
            throw SimulatorError("\(operation) is an operation of the simulator itself, which takes no faults.")
        }
        try add(fault, to: operation, times: times)
    }

    /// Makes every operation without a fault of its own fail.
    ///
    /// - Parameter times: how many calls fail, at least 1; `nil` means all from now on.
    /// - Throws: `SimulatorError` for a fault that can't be sent.
    public func failAll(with fault: Fault, times: Int? = nil) throws {
        try add(fault, to: nil, times: times)
    }

    /// Removes all faults of an operation, and all rules that name it (<doc:Rules>).
    public func heal(_ operation: Operation) {
        namespace.rules.remove(operation)
        recordRules()
    }

    /// Removes all faults of all operations, and all rules.
    public func healAll() {
        namespace.rules.removeAll()
        recordRules()
    }

    /// Records the rules in the journal, so that a capsule can repeat their change.
    private func recordRules() {
        backend.worlds.recordStep(of: namespaceName) { .rules(namespace.rules.snapshots) }
    }

    private func add(_ fault: Fault, to operation: Operation?, times: Int?) throws {
        if let times, times < 1 { throw SimulatorError("A fault must take effect at least once, not \(times) times.") }
        var rule = Rule(match: RuleMatch(operation: operation), action: try fault.action(), times: times)
        if operation == nil { rule.priority = Rule.behindOthers }
        guard namespace.rules.add(rule, isNext: true, now: namespace.world.clock.now()) != nil else {
            throw SimulatorError("The namespace already has the most rules allowed, \(Rules.most).")
        }
        recordRules()
    }
}

extension Backend {
    /// Whether the operation belongs to the imitated service and not to the simulator itself.
    fileprivate func serves(_ operation: Operation) -> Bool {
        families.flatMap(\.endpoints).contains { $0.route.operation == operation && $0.route.audience == .clients }
    }
}
