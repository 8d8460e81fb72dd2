/// The way in which a scenario ended.
public struct ScenarioResult: Sendable, Hashable {
    /// The outcome without its details, as reports name it.
    public enum Status: String, Sendable, Hashable {
        case passed
        case failed
        case skipped
    }

    /// The point at which a scenario went wrong.
    public struct Failure: Sendable, Hashable {
        /// The step that failed, or `preparation` before the first one.
        public var step: String
        /// The expected behaviour, in words or in the notation of `EventPattern`.
        public var expected: String
        /// The behaviour that was seen instead.
        public var seen: String
        /// The last exchange before the failure, line by line; empty if there was none.
        public var exchange: [String]
        /// The last flow before the failure as a sequence diagram, line by line; empty if it is unknown.
        public var flow: [String]
        /// The capsule of the backend's namespace; empty if the backend isn't a simulator in this process.
        public var capsule: [UInt8] = []

        /// Creates the description of a failure.
        public init(step: String, expected: String, seen: String, exchange: [String] = [], flow: [String] = []) {
            self.step = step
            self.expected = expected
            self.seen = seen
            self.exchange = exchange
            self.flow = flow
        }
    }

    /// The way in which a scenario ended, with its details.
    public enum Outcome: Sendable, Hashable {
        case passed
        case failed(Failure)
        /// The scenario didn't run, for the given reason.
        case skipped(String)
    }

    /// The scenario's number in the acceptance list, e.g. `66a`.
    public var number: String
    /// The title of the chapter in which the scenario is reported.
    public var chapter: String
    /// The scenario's title.
    public var title: String
    /// The page that the scenario is based on, or `our choice`.
    public var source: String
    /// Whether the scenario rests only on a choice of this project.
    public var isOurs: Bool
    /// The way in which the scenario ended.
    public var outcome: Outcome
    /// The duration in real time.
    public var milliseconds: Int

    /// Creates the result of a scenario.
    public init(_ scenario: Scenario, _ outcome: Outcome, milliseconds: Int) {
        number = scenario.number
        chapter = scenario.chapter
        title = scenario.title
        source = scenario.source
        isOurs = scenario.isOurs
        self.outcome = outcome
        self.milliseconds = milliseconds
    }

    /// The outcome without its details.
    public var status: Status {
        switch outcome {
        case .passed: .passed
        case .failed: .failed
        case .skipped: .skipped
        }
    }

    /// The failure, or `nil` if the scenario passed or was skipped.
    public var failure: Failure? { if case .failed(let failure) = outcome { failure } else { nil } }

    /// The reason why the scenario didn't pass, in one line; `nil` if it passed.
    public var reason: String? {
        switch outcome {
        case .passed: nil
        case .failed(let failure): "\(failure.step): expected \(failure.expected), saw \(failure.seen)"
        case .skipped(let reason): reason
        }
    }
}

extension [ScenarioResult] {
    /// The results by chapter: first the groups in their order, then this project's own choices.
    ///
    /// Chapters without results are left out.
    var chapters: [(title: String, results: [ScenarioResult])] {
        let titles = ScenarioGroup.allCases.map(\.rawValue) + [Scenario.ownChapter]
        return titles.compactMap { title in
            let results = filter { $0.chapter == title }
            return results.isEmpty ? nil : (title, results)
        }
    }

    func count(_ status: ScenarioResult.Status) -> Int { count { $0.status == status } }
}
