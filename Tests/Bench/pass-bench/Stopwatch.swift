#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How long work takes, by the wall and by this thread's CPU time, which others on the machine don't lengthen.
enum Stopwatch {
    /// In milliseconds of real time.
    static func milliseconds(_ work: () async throws -> Void) async rethrows -> Double {
        let start = ContinuousClock.now
        try await work()
        return (ContinuousClock.now - start) / .milliseconds(1)
    }

    /// In microseconds of this thread's CPU time.
    static func threadMicroseconds(_ work: () throws -> Void) rethrows -> Double {
        let start = threadNanoseconds()
        try work()
        return Double(threadNanoseconds() - start) / 1000
    }

    private static func threadNanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension [Double] {
    /// The middle one; of an even number the upper of the two. Not empty.
    var median: Double { sorted()[count / 2] }
}
