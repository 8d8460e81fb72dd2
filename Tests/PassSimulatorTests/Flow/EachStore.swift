import Foundation
import PassTestSupport
import Testing

@testable import PassSimulator

/// Runs each test once for each store: in memory, in an SQLite file and in a database of Redis.
///
/// A `TestSite` takes the store of its test. An issue names the store with which it was found. The environment variable
/// `PASS_TEST_STORES` limits the tests to some stores, e.g. `memory` or `memory,SQLite`.
struct EachStore: SuiteTrait, TestTrait, TestScoping {
    enum Kind: String, CaseIterable, Sendable {
        case memory
        case sqlite = "SQLite"
        case redis = "Redis"
    }

    /// The kind of store that the running test uses.
    @TaskLocal static var kind = Kind.memory

    /// The stores that the environment names; all if it names none.
    private static let named: [Kind] = {
        let named = ProcessInfo.processInfo.environment["PASS_TEST_STORES"]?.split(separator: ",") ?? []
        let kinds = named.compactMap { Kind(rawValue: String($0)) }
        return kinds.isEmpty ? Kind.allCases : kinds
    }()

    let isRecursive = true
    private let kinds: [Kind]

    init(_ kinds: [Kind]? = nil) {
        self.kinds = kinds ?? Self.named
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for kind in kinds {
            let naming = IssueHandlingTrait.compactMapIssues { issue in
                var issue = issue
                issue.comments.append("The store is \(kind.rawValue).")
                return issue
            }
            try await Self.$kind.withValue(kind) {
                try await naming.provideScope(for: test, testCase: testCase, performing: function)
            }
        }
    }

    /// Returns the address of a store of that kind which no other test uses.
    static func store() throws -> Configuration.Store {
        switch kind {
        case .memory: .memory
        case .sqlite: .sqlite(file: TemporaryFile.path())
        case .redis: .redis(try #require(Configuration.RedisDatabase(RedisProcess.database())))
        }
    }
}

extension Trait where Self == EachStore {
    /// The test runs once for each kind of store.
    static var eachStore: EachStore { EachStore() }
}
