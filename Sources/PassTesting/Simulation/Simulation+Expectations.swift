public import PassDomain
public import PassSimulator

/// The expectations that tests have of the backend.
///
/// An expectation that isn't met is reported at its line: as an issue in Swift Testing, as a failure in XCTest.
extension Simulation {
    /// Returns the exchanges of one operation, oldest first.
    ///
    /// ```swift
    /// #expect(simulation.calls(.authorizeDevice).map { $0.parameter("resource_id") } == ["news", "sports"])
    /// ```
    ///
    /// Over the network the result is always empty. Use `journal.exchanges(_:)` there, which asks the simulator.
    public func calls(_ operation: Operation) -> [RecordedExchange] { exchanges.filter { $0.operation == operation } }

    /// Expects a number of calls of an operation since the start, or since `clearExchanges()`.
    ///
    /// ```swift
    /// simulation.expectCalled(.authorizeDevice, times: 1)        // the second answer came from the cache
    /// ```
    ///
    /// The expectation always fails for a simulator over the network. Use `journal.expectCalled(_:times:)` there, which
    /// asks the simulator.
    public func expectCalled(
        _ operation: Operation, times: Int = 1, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        guard embedded != nil else {
            place.fail(
                "The simulator runs in another process: use try await simulation.journal.expectCalled(…) instead.")
            return
        }
        let count = calls(operation).count
        if let failure = CallCount.failure(operation, expected: times, count: count) { place.fail(failure) }
    }

    /// Presents a media token to the simulator as a programmer's server does, which uses up a valid token.
    ///
    /// - Parameters:
    ///   - mediaToken: the token as the app received it.
    ///   - resource: the resource that the server is about to stream.
    /// - Throws: over the network `TransportError`, and `SimulationError` for an answer that can't be read.
    public func verify(_ mediaToken: String, for resource: String) async throws -> MediaTokenVerdict {
        if let embedded { return embedded.verifyMediaToken(mediaToken, resource: resource) }
        return try await verifyRemotely(mediaToken, for: resource)
    }

    /// Expects that a media token opens the stream of a resource, and uses up the token.
    ///
    /// ```swift
    /// try await simulation.expectPlays(token, "news")
    /// ```
    ///
    /// - Throws: the errors of `verify(_:for:)`.
    /// - Returns: the token's contents; `nil` if the token can't be read.
    @discardableResult
    public func expectPlays(
        _ mediaToken: String, _ resource: String, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) async throws -> MediaTokenContents? {
        let verdict = try await verify(mediaToken, for: resource)
        if !verdict.isValid {
            CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
                .fail("The media token isn't valid for \"\(resource)\": \(verdict.validity.rawValue).")
        }
        return verdict.token
    }
}
