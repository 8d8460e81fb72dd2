import PassEndpointKit
import PassInstruments

/// Faults, which make calls fail on purpose.
///
/// ```swift
/// try world.fail("AuthorizeDevice", with: .failure(.notAuthorized("Not in your package.")))
/// try world.fail("SessionDevice", with: .status(503), times: 2)     // two calls, then it works again
/// try world.fail("*", with: .delayed(milliseconds: 2_000))
/// try world.heal("AuthorizeDevice")
/// world.healAll()
/// ```
///
/// Faults never affect paths under `/_sim/`, which are the simulator's own paths and the MVPDs' pages. A call that gets
/// a fault's fixed answer (`status`, `answer`) doesn't count for throttling.
extension SimulatedWorld {
    /// Makes an operation fail.
    ///
    /// Faults of one operation take effect one after the other. A fault without `times` lasts until another one is set
    /// for the operation or the operation is healed. Faults of `*` apply to operations that have none of their own.
    ///
    /// - Parameters:
    ///   - operation: a name from the wire reference, without regard to case (`authorizeDevice`), or `*` for all.
    ///   - times: how many calls fail, at least 1; `nil` means all from now on.
    /// - Throws: `SimulatorError` for an unknown operation (it names the nearest one) and for a fault that can't be
    ///   sent.
    public func fail(_ operation: String, with fault: Fault, times: Int? = nil) throws {
        if let times, times < 1 { throw SimulatorError("A fault must take effect at least once, not \(times) times.") }
        namespace.faults.add(try fault.effect(), to: try known(operation), times: times)
    }

    /// Removes all faults of an operation; `*` removes those that were set for `*`.
    ///
    /// - Throws: `SimulatorError` for an unknown operation.
    public func heal(_ operation: String) throws {
        namespace.faults.remove(try known(operation))
    }

    /// Removes all faults of all operations.
    public func healAll() {
        namespace.faults.removeAll()
    }

    /// Returns the operation's name as its route spells it.
    private func known(_ operation: String) throws -> String {
        if operation == FaultRules.everyOperation { return operation }
        return try backend.operation(operation) { $0.audience == .clients }
    }
}
