import PassCore

/// The clock of the namespace, which determines every time that a client can observe, except those in certificates.
extension SimulatorControlClient {
    /// Returns the clock's state.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    public func clock() async throws -> ClockReading {
        try reading(await json("GET", "clock"))
    }

    /// Sets the clock, which then continues from that time unless it is frozen.
    ///
    /// - Parameter time: an RFC 3339 text, e.g. `2026-01-01T00:00:00Z`, from 1970 to 9799.
    /// - Throws: `ControlError`, `TransportError`.
    @discardableResult
    public func setClock(to time: String) async throws -> ClockReading {
        try await changeClock { $0.member("now", time) }
    }

    /// Sets the clock to a time in milliseconds since 1970-01-01T00:00:00Z.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    @discardableResult
    public func setClock(toMillis millis: Int64) async throws -> ClockReading {
        try await setClock(to: CivilTime.isoDateWithMilliseconds(Timestamp(milliseconds: millis)))
    }

    /// Moves the clock forwards, or backwards by a negative duration; fractions of a millisecond are ignored.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    @discardableResult
    public func advanceClock(by duration: Duration) async throws -> ClockReading {
        let (seconds, attoseconds) = duration.components
        let millis = attoseconds / 1_000_000_000_000_000
        return try await changeClock { content in
            let step: JSONValue =
                millis == 0 ? .integer(seconds) : .number(Double(seconds) + Double(millis) / 1_000)
            content.member("advanceSeconds", step)
        }
    }

    /// Stops the clock until `resumeClock()`; while stopped, it can still be set and advanced.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    @discardableResult
    public func freezeClock() async throws -> ClockReading {
        try await changeClock { $0.member("frozen", true) }
    }

    /// Lets the clock continue from the time that it shows.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    @discardableResult
    public func resumeClock() async throws -> ClockReading {
        try await changeClock { $0.member("frozen", false) }
    }

    /// Sets the number of seconds that pass for each real second, 0.001 to 86400.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    @discardableResult
    public func scaleClock(by scale: Double) async throws -> ClockReading {
        try await changeClock { $0.member("scale", JSONValue.number(scale)) }
    }

    private func changeClock(_ content: (inout JSONWriter) -> Void) async throws -> ClockReading {
        try reading(await json("PATCH", "clock", JSONWriter.object(content)))
    }

    private func reading(_ answer: JSONValue) throws -> ClockReading {
        guard let reading = ClockReading(answer) else { throw ControlError(status: 200, unreadable: "clock") }
        return reading
    }
}
