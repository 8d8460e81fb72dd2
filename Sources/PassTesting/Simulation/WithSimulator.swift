import PassCore
import Testing

/// Runs something with a simulator, in any test framework or script; afterwards the simulator is gone.
///
/// ```swift
/// try await withSimulator { simulation in
///     let app = MyApp(serviceProvider: simulation.serviceProvider)
///     try await app.signIn(as: "user", password: "password")
/// }
/// ```
///
/// Inside, `Simulation.current` gives it too. When `body` throws, what was asked so far goes to standard error, and in Swift
/// Testing it is attached to the test.
///
/// - Parameters:
///   - place: where the simulator is.
///   - configuration: settings in the form of a configuration file, laid over the demo world.
/// - Throws: what `body` throws, and why there is no simulator: `ConfigurationError`, `SimulatorError`, `SimulationError`.
public func withSimulator<Result>(
    _ place: SimulatorPlace = .own, configuration: String? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
    _ body: (Simulation) async throws -> Result
) async throws -> Result {
    let title = Test.current?.name ?? "simulator"
    let simulation = try await Simulation.start(place, configuration: configuration, title: title)
    do {
        let result = try await Simulation.$running.withValue(simulation) { try await body(simulation) }
        await simulation.end()
        return result
    } catch {
        let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        simulation.attachExchanges(at: place.sourceLocation)
        StandardStream.error.write("\(place): \(error)\n\(simulation.exchangeList)\n")
        await simulation.end()
        throw error
    }
}
