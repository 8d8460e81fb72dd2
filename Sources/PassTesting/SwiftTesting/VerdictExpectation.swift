import PassHarness
import Testing

/// The expectation that the requests of a test break no published rule that clients must obey.
public struct VerdictExpectation: Sendable {
    private let except: [String]

    /// The expectation that judges all rules.
    public static let verdict = VerdictExpectation(except: [])

    /// Returns the expectation with some rules that aren't judged.
    ///
    /// - Parameter except: the numbers of the rules, such as `R-12`.
    public static func verdict(except: String...) -> VerdictExpectation { VerdictExpectation(except: except) }

    /// Records an issue if a rule is broken.
    ///
    /// - Throws: `ControlError`, for example if `except` names an unknown rule; `TransportError`.
    func check(_ simulation: Simulation, at sourceLocation: SourceLocation) async throws {
        guard try await simulation.control.verdict(except: except).outcome == .failed else { return }
        let text = try await simulation.control.verdict(as: .text, except: except)
        Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
    }
}
