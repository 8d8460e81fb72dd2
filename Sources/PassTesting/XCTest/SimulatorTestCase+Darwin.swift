#if canImport(ObjectiveC)
    import Foundation
    import XCTest

    extension SimulatorTestCase {
        /// Attaches the exchanges in full and a capsule to the failing test.
        func show(_ simulation: Simulation) async {
            if let capsule = try? await simulation.control.capsule(title: name) {
                let attachment = XCTAttachment(data: Data(capsule), uniformTypeIdentifier: "public.json")
                attachment.name = "\(simulation.attachmentName).capsule.json"
                attachment.lifetime = .keepAlways
                add(attachment)
            }
            let attachment = XCTAttachment(string: simulation.exchangeText)
            attachment.name = simulation.attachmentName
            attachment.lifetime = .keepAlways
            add(attachment)
        }
    }
#endif
