/// The result of playing the requests of a capsule again.
package struct CapsuleReplay: Sendable {
    /// A request that was played.
    package struct Exchange: Sendable {
        /// The ID in the capsule.
        package var id: String
        package var method: String
        package var path: String
        package var operation: String?
        package var outcome: Outcome
    }

    package enum Outcome: Sendable, Hashable {
        case same
        case different([ReplayDifference])
        /// The request couldn't be played, or its answer couldn't be compared, for the given reason.
        case notCompared(String)
    }

    package internal(set) var exchanges: [Exchange] = []
    /// The changes that failed or had a different effect than in the recorded run, as sentences.
    package internal(set) var failedSteps: [String] = []
    /// Whether the capsule records everything since the namespace began. If not, differences say little.
    package var isComplete: Bool

    package var different: [Exchange] {
        exchanges.filter { if case .different = $0.outcome { true } else { false } }
    }

    package var same: Int { exchanges.count { $0.outcome == .same } }
}
