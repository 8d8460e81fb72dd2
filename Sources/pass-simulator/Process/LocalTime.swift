import PassCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The zone of the place where the process runs, as `TZ` or the system says.
enum LocalTime {
    /// How far its clocks are ahead of UTC at an instant, in minutes; 0 where the system can't tell.
    static func offsetMinutes(_ instant: Timestamp) -> Int {
        var time = time_t(instant.seconds)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return 0 }
        return Int(parts.tm_gmtoff) / 60
    }
}
