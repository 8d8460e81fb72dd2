import PassCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The time zone of the process, as set by `TZ` or the system.
enum LocalTime {
    /// Returns how far local time is ahead of UTC at an instant, in minutes; 0 if the system can't tell.
    static func offsetMinutes(_ instant: Timestamp) -> Int {
        var time = time_t(instant.seconds)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return 0 }
        return Int(parts.tm_gmtoff) / 60
    }
}
