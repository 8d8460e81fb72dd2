#if canImport(ObjectiveC)
    import XCTest

    extension SimulatorTestCase {
        /// Attaches the exchanges in full to the failing test.
        func show(_ simulation: Simulation) {
            let attachment = XCTAttachment(string: simulation.exchangeText)
            attachment.name = simulation.attachmentName
            attachment.lifetime = .keepAlways
            add(attachment)
        }
    }
#endif
