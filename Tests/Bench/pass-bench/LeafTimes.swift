import PassCore
import PassCrypto

/// What a certificate for another host costs: the first also makes the key that all share.
enum LeafTimes {
    private static let leaves = 200

    static func measure() throws -> Figures {
        let now = SystemWallClock().now()
        let authority = try CertificateAuthority.create(name: "Benchmark", now: now)
        var made: LeafCache?
        let first = try Stopwatch.threadMicroseconds {
            made = try LeafCache(authority: authority, defaultNames: ["localhost"], now: { now })
        }
        guard let cache = made else { preconditionFailure("the cache was made") }
        let later = (0..<leaves).map { number in
            Stopwatch.threadMicroseconds { _ = cache.identity(for: "host-\(number).example") }
        }
        let known = (0..<leaves).map { number in
            Stopwatch.threadMicroseconds { _ = cache.identity(for: "host-\(number).example") }
        }
        return [
            ("firstMillis", .number(first / 1000)), ("issueMillis", .number(later.median / 1000)),
            ("knownMillis", .number(known.median / 1000)),
        ]
    }
}
