import PassCore
import Testing

/// Runs a closure with a simulator, in any test framework or script.
///
/// ```swift
/// try await withSimulator { simulation in
///     let app = MyApp(serviceProvider: simulation.serviceProvider)
///     try await app.signIn(as: "user", password: "password")
/// }
/// ```
///
/// Inside `body`, `Simulation.current` is the simulation that is passed to `body`. If `body` throws, the exchanges so
/// far are written to standard error, and in Swift Testing they are attached to the test. Afterwards a simulator of
/// `.own` is stopped, a namespace of `.shared` is reset, and a namespace of a simulator elsewhere is removed.
///
/// - Parameters:
///   - place: the place of the simulator.
///   - configuration: settings in the form of a configuration file, which override the demo world or the settings of a
///     simulator elsewhere.
/// - Throws: the errors of `body`; `ConfigurationError`, `SimulatorError` or `SimulationError` if the simulator can't
///   be started, reached or configured.
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
        await simulation.attachAll(at: place.sourceLocation)
        StandardStream.error.write("\(place): \(error)\n\(simulation.exchangeList)\n")
        await simulation.end()
        throw error
    }
}
