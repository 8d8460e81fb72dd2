#if !canImport(ObjectiveC)
    import PassCore
    import XCTest

    extension SimulatorTestCase {
        /// XCTest has no attachments here.
        func show(_ simulation: Simulation) {
            StandardStream.error.write("\(name) failed. \(simulation.exchangeList)\n\n\(simulation.exchangeText)\n")
        }
    }
#endif
