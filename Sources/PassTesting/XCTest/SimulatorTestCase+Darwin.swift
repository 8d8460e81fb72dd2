#if canImport(ObjectiveC)
    import XCTest

    extension SimulatorTestCase {
        func show(_ simulation: Simulation) {
            let attachment = XCTAttachment(string: simulation.exchangeText)
            attachment.name = simulation.attachmentName
            attachment.lifetime = .keepAlways
            add(attachment)
        }
    }
#endif
