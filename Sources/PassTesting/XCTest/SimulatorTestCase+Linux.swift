#if !canImport(ObjectiveC)
    import PassCore
    import XCTest

    extension SimulatorTestCase {
        /// XCTest has no attachments here: the exchanges in full go to a file.
        func show(_ simulation: Simulation) {
            var text = "\(name) failed. \(simulation.exchangeList)\n"
            do {
                text += "In full: \(try simulation.writeExchanges())\n"
            } catch {
                text += "They can't be written in full: \(error)\n"
            }
            StandardStream.error.write(text)
        }
    }
#endif
