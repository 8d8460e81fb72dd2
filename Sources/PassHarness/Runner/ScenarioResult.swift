/// How a scenario ended.
public struct ScenarioResult: Sendable, Hashable {
    public enum Status: String, Sendable, Hashable {
        case passed
        case failed
        case skipped
    }

    /// Where it went wrong.
    public struct Failure: Sendable, Hashable {
        public var step: String
        public var expected: String
        public var seen: String
        /// The exchange before it, line by line; may be empty.
        public var exchange: [String]

        public init(step: String, expected: String, seen: String, exchange: [String] = []) {
            self.step = step
            self.expected = expected
            self.seen = seen
            self.exchange = exchange
        }
    }

    public enum Outcome: Sendable, Hashable {
        case passed
        case failed(Failure)
        /// With the reason.
        case skipped(String)
    }

    public var number: String
    /// The chapter under which it is reported.
    public var chapter: String
    public var title: String
    public var source: String
    public var isOurs: Bool
    public var outcome: Outcome
    /// In real time.
    public var milliseconds: Int

    public init(_ scenario: Scenario, _ outcome: Outcome, milliseconds: Int) {
        number = scenario.number
        chapter = scenario.chapter
        title = scenario.title
        source = scenario.source
        isOurs = scenario.isOurs
        self.outcome = outcome
        self.milliseconds = milliseconds
    }

    public var status: Status {
        switch outcome {
        case .passed: .passed
        case .failed: .failed
        case .skipped: .skipped
        }
    }

    public var failure: Failure? { if case .failed(let failure) = outcome { failure } else { nil } }

    /// Why it didn't pass, in one line.
    public var reason: String? {
        switch outcome {
        case .passed: nil
        case .failed(let failure): "\(failure.step): expected \(failure.expected), saw \(failure.seen)"
        case .skipped(let reason): reason
        }
    }
}

extension [ScenarioResult] {
    /// By chapter, in the order of the groups; those that are ours come last.
    var chapters: [(title: String, results: [ScenarioResult])] {
        let titles = ScenarioGroup.allCases.map(\.rawValue) + [Scenario.ownChapter]
        return titles.compactMap { title in
            let results = filter { $0.chapter == title }
            return results.isEmpty ? nil : (title, results)
        }
    }

    func count(_ status: ScenarioResult.Status) -> Int { count { $0.status == status } }
}
