public import PassDomain
public import PassHarness

/// The exchanges of a test's backend as the simulator recorded them, in this process and over the network.
///
/// ```swift
/// #expect(try await simulation.journal.operations() == [.sessionDevice, .authorizeDevice])
/// try await simulation.journal.expectCalled(.authorizeDevice, times: 1)
/// ```
///
/// Calls to the simulator itself, such as the verification of a media token, aren't among these exchanges. Each method
/// throws `ControlError` and `TransportError`.
public struct SimulationJournal: Sendable {
    let control: SimulatorControlClient
    let recorder: RecordingTransport

    /// Returns the exchanges that meet a query, oldest first.
    public func exchanges(_ query: ExchangeQuery = ExchangeQuery()) async throws -> [JournalExchange] {
        try await control.allExchanges(query).exchanges.filter { !$0.isControl }
    }

    /// Returns the operations that were called, in the order of the calls.
    public func operations() async throws -> [Operation] {
        try await exchanges().compactMap(\.operation)
    }

    /// Waits for the first exchange that meets a query and has been answered, and returns it.
    ///
    /// - Throws: `ControlError` with the status 408 when no such exchange happens in time.
    public func awaitExchange(_ query: ExchangeQuery, timeoutSeconds: Int = 10) async throws -> JournalExchange {
        try await control.awaitExchange(query, timeoutSeconds: timeoutSeconds)
    }

    /// Returns why an exchange got its answer: the checks that the simulator made, in order, and which of them decided.
    ///
    /// ```swift
    /// let refused = try #require(try await simulation.journal.exchanges().last)
    /// let why = try await simulation.journal.explanation(of: refused)
    /// #expect(why.deciding.map(\.name) == ["token expiry"], "\(why.sentence)")
    /// ```
    public func explanation(of exchange: JournalExchange) async throws -> ExchangeExplanation {
        try await control.explanation(exchange.id)
    }

    /// Expects a number of calls of an operation since the start, or since `clear()`.
    ///
    /// An expectation that isn't met is reported at its line.
    public func expectCalled(
        _ operation: Operation, times: Int = 1, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: Int = #line, column: Int = #column
    ) async throws {
        let count = try await exchanges(ExchangeQuery(operation: operation)).count
        guard let failure = CallCount.failure(operation, expected: times, count: count) else { return }
        CodePlace(fileID: fileID, filePath: filePath, line: line, column: column).fail(failure)
    }

    /// Expects that operations were called in this order; other calls may come in between.
    ///
    /// An expectation that isn't met is reported at its line.
    public func expectCalled(
        inOrder expected: [Operation], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: Int = #line, column: Int = #column
    ) async throws {
        let called = try await operations()
        var rest = expected[...]
        for operation in called where operation == rest.first { rest = rest.dropFirst() }
        guard let missing = rest.first else { return }
        let place = rest.startIndex == 0 ? "" : " after \(expected[rest.startIndex - 1])"
        CodePlace(fileID: fileID, filePath: filePath, line: line, column: column).fail(
            "\(missing) was expected\(place), but was not called. The calls were: "
                + called.map(\.rawValue).joined(separator: ", ") + ".")
    }

    /// Empties the journal.
    public func clear() async throws {
        try await control.removeExchanges()
        recorder.clear()
    }
}
