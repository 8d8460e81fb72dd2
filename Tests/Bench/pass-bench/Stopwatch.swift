#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How long work takes, by the wall and by CPU time, which others on the machine lengthen less.
enum Stopwatch {
    /// In milliseconds of real time.
    static func milliseconds(_ work: () async throws -> Void) async rethrows -> Double {
        let start = ContinuousClock.now
        try await work()
        return (ContinuousClock.now - start) / .milliseconds(1)
    }

    /// In microseconds of real time.
    static func microseconds(_ work: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try work()
        return (ContinuousClock.now - start) / .microseconds(1)
    }

    /// In microseconds of this thread's CPU time.
    static func threadMicroseconds(_ work: () throws -> Void) rethrows -> Double {
        let start = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
        try work()
        return Double(nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start) / 1000
    }

    /// What all threads of this process have worked since it began, in milliseconds.
    static var processMilliseconds: Double { Double(nanoseconds(CLOCK_PROCESS_CPUTIME_ID)) / 1_000_000 }

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension [Double] {
    /// The middle one; of an even number the upper of the two. Not empty.
    var median: Double { sorted()[count / 2] }
}
