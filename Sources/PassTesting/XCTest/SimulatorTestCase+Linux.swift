#if !canImport(ObjectiveC)
    import PassCore
    import XCTest

    extension SimulatorTestCase {
        /// Lists the exchanges on standard error, and writes two files: the exchanges in full, and a capsule.
        ///
        /// XCTest has no attachments on this system.
        func show(_ simulation: Simulation) async {
            var text = "\(name) failed. \(simulation.exchangeList)\n"
            do {
                text += "All requests and answers: \(try simulation.writeExchanges())\n"
            } catch {
                text += "The file with all requests and answers can't be written: \(error)\n"
            }
            if let capsule = try? await simulation.control.capsule(title: name),
                let file = try? simulation.write(capsule, as: "capsule.json")
            {
                text += "To see what happened: pass-simulator capsule open \(file)\n"
            }
            StandardStream.error.write(text)
        }
    }
#endif
