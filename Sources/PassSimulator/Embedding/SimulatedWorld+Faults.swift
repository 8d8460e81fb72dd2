import PassEndpointKit
import PassInstruments

/// Calls that go wrong on purpose.
///
/// ```swift
/// try world.fail("AuthorizeDevice", with: .failure(.notAuthorized("Not in your package.")))
/// try world.fail("SessionDevice", with: .status(503), times: 2)     // two calls, then it works again
/// try world.fail("*", with: .delayed(milliseconds: 2_000))
/// try world.heal("AuthorizeDevice")
/// world.healAll()
/// ```
///
/// Nothing under `/_sim/` is touched, neither the simulator's own paths nor the MVPDs' pages, and a call that goes wrong
/// doesn't count for throttling.
extension SimulatedWorld {
    /// Makes an operation fail.
    ///
    /// Faults of one operation take effect one after the other. One without `times` lasts until another is set or the
    /// operation is healed. `*` counts where the operation itself has none.
    ///
    /// - Parameters:
    ///   - operation: a name from the wire reference, without regard to case (`authorizeDevice`), or `*` for all.
    ///   - times: how many calls fail, at least 1; `nil` means all from now on.
    /// - Throws: `SimulatorError` for an unknown operation (it names the nearest one), and a fault that can't be sent.
    public func fail(_ operation: String, with fault: Fault, times: Int? = nil) throws {
        if let times, times < 1 { throw SimulatorError("A fault takes effect at least once, not \(times) times.") }
        namespace.faults.add(try fault.effect(), to: try known(operation), times: times)
    }

    /// Takes all faults of an operation away; `*` takes away those that were set for `*`.
    ///
    /// - Throws: `SimulatorError` for an unknown operation.
    public func heal(_ operation: String) throws {
        namespace.faults.remove(try known(operation))
    }

    /// Takes all faults away.
    public func healAll() {
        namespace.faults.removeAll()
    }

    /// The operation as its route spells it.
    private func known(_ operation: String) throws -> String {
        if operation == FaultRules.everyOperation { return operation }
        return try backend.operation(operation) { $0.audience == .clients }
    }
}
