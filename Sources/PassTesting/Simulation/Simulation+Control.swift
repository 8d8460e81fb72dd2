public import PassDomain
public import PassHarness
public import PassSimulator

/// The control of a test's backend, which works the same in this process and over the network.
extension Simulation {
    /// The backend's clock.
    public var clock: WorldClock { WorldClock(world: testWorld) }

    /// The exchanges as the simulator recorded them.
    public var journal: SimulationJournal { SimulationJournal(control: control, recorder: recorder) }

    /// The client of all operations that control the backend: rules, state, logins, the journal and so on.
    public var control: SimulatorControlClient {
        switch testWorld {
        case .embedded: SimulatorControlClient(url: url)
        case .remote(let world): world.control
        }
    }

    /// Makes an operation fail.
    ///
    /// ```swift
    /// try await simulation.fail(.authorizeDevice, of: "news*", with: .failure(.notAuthorized("Not in your package.")))
    /// ```
    ///
    /// Faults of one operation take effect in the order in which they were set. A fault without `times` lasts until
    /// another one is set for the same operation and `resource`, or until the operation is healed.
    ///
    /// - Parameters:
    ///   - resource: the resource whose requests fail; a `*` in it stands for any text, and `nil` means all requests.
    ///   - times: how many calls fail, at least 1; `nil` means all from now on.
    /// - Throws: `SimulatorError` or `ControlError` for a fault that can't be sent, and for an operation that takes no
    ///   faults.
    public func fail(
        _ operation: Operation, of resource: String? = nil, with fault: Fault, times: Int? = nil
    ) async throws {
        if resource == nil, let embedded { return try embedded.fail(operation, with: fault, times: times) }
        let rule = ControlRule(operation: operation, resource: resource, .fault(fault), times: times)
        try await replaceLasting(by: rule)
    }

    /// Makes all operations fail, except those that have a fault of their own.
    ///
    /// - Parameter times: how many calls fail, at least 1; `nil` means all from now on.
    /// - Throws: `SimulatorError` or `ControlError` for a fault that can't be sent.
    public func failAll(with fault: Fault, times: Int? = nil) async throws {
        if let embedded { return try embedded.failAll(with: fault, times: times) }
        var rule = ControlRule(.fault(fault), times: times)
        rule.priority = -1
        try await replaceLasting(by: rule)
    }

    /// Removes all faults of an operation, and all rules that name it.
    ///
    /// - Throws: over the network, `ControlError` and `TransportError`.
    public func heal(_ operation: Operation) async throws {
        if let embedded { return embedded.heal(operation) }
        for rule in try await control.rules() where rule.operation == operation.rawValue {
            try await control.removeRule(rule.id)
        }
    }

    /// Removes all faults of all operations, and all rules.
    ///
    /// - Throws: over the network, `ControlError` and `TransportError`.
    public func healAll() async throws {
        if let embedded { return embedded.healAll() }
        try await control.removeAllRules()
    }

    /// Signs a subscriber in without a browser, on the device that has an identifier or shows a code.
    ///
    /// ```swift
    /// try await simulation.logIn(at: .code(code))
    /// ```
    ///
    /// - Throws: `ControlError`, `TransportError`.
    @discardableResult
    public func logIn(
        user: String = "user", mvpd: String = "Adobe", requestor: String = "TEST_REQUESTOR", at place: LoginPlace
    ) async throws -> ControlRecord {
        try await control.logIn(user: user, mvpd: mvpd, requestor: requestor, at: place)
    }

    /// Adds a rule after all others, and removes the unlimited rules that have the same conditions and priority.
    private func replaceLasting(by rule: ControlRule) async throws {
        let conditions = rule.matchText
        let former = try await control.rules().filter { old in
            old.times == nil && old.match == conditions && old.priority == rule.priority
        }
        // If the simulator refuses the new rule, the former ones stay.
        try await control.addRule(rule)
        for old in former { try await control.removeRule(old.id) }
    }
}
