#if !canImport(ObjectiveC)
    import PassCore
    import XCTest

    extension SimulatorTestCase {
        /// Lists the exchanges on standard error, and writes them in full to a file.
        ///
        /// XCTest has no attachments on this system.
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
