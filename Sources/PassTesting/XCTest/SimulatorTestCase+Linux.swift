#if !canImport(ObjectiveC)
    import XCTest

    extension SimulatorTestCase {
        /// XCTest has no attachments here.
        func show(_ simulation: Simulation) {
            StandardError.write("\(name) failed. \(simulation.exchangeList)\n\n\(simulation.exchangeText)\n")
        }
    }
#endif
