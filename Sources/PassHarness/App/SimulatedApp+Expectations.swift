import AccessEnabler

/// The expectations about callbacks and requests since the last step began; each throws `ScenarioFailure` if it isn't
/// met.
extension SimulatedApp {
    /// Expects exactly these callbacks: main callbacks in this order, status events in any order.
    ///
    /// Tracking events don't count.
    public func saw(_ patterns: EventPattern...) throws { try saw(patterns, inOrder: true) }

    /// Expects exactly these callbacks in any order.
    ///
    /// Tracking events don't count.
    public func sawInAnyOrder(_ patterns: EventPattern...) throws { try saw(patterns, inOrder: false) }

    /// Expects no callback at all, not even a tracking event.
    public func sawNothing() throws {
        guard events.isEmpty else { throw failure("nothing", seen: notation(events)) }
    }

    /// Expects exactly these tracking events in this order, each right after the main callback that it belongs to.
    public func tracked(_ patterns: TrackingPattern...) throws {
        let seen = trackingEvents
        let isGood =
            seen.count == patterns.count
            && zip(seen, patterns).allSatisfy { event, pattern in pattern.matches(event.event, event.values, cast) }
        guard isGood else {
            throw failure(
                patterns.isEmpty ? "no tracking" : patterns.map(\.notation).joined(separator: " "),
                seen: notation(events.filter(\.isTracking)))
        }
        let events = events.filter { !$0.isStatus }
        for (place, event) in events.enumerated() where !event.follows(place > 0 ? events[place - 1] : nil) {
            throw failure("a tracking event right after its main callback", seen: notation(events))
        }
    }

    /// Expects that the SDK sent no request to any backend ("Net 0" in scenarios).
    public func sawNoCalls() throws {
        guard calls.isEmpty else {
            throw failure("no request", seen: calls.map(\.description).joined(separator: "; "))
        }
    }

    /// Expects exactly these operations to be requested, in this order.
    public func called(_ operations: String...) throws {
        guard calls.map(\.operation) == operations else {
            throw failure(
                "requests: \(operations.joined(separator: ", "))",
                seen: calls.isEmpty ? "no request" : calls.map(\.operation).joined(separator: ", "))
        }
    }

    /// Expects that a condition is true.
    ///
    /// - Parameters:
    ///   - expected: the expectation in words, e.g. `mso_id=M1 in the URL`.
    ///   - seen: what was there instead.
    public func expect(
        _ condition: Bool, _ expected: String, seen: @autoclosure () -> String = "the condition is false"
    ) throws {
        guard condition else { throw failure(expected, seen: seen()) }
    }

    /// Expects that two values are equal.
    ///
    /// - Parameter what: the value's name, in words.
    public func expect<Value: Equatable>(_ seen: Value, is expected: Value, _ what: String) throws {
        guard seen == expected else { throw failure("\(what) \(expected)", seen: "\(seen)") }
    }

    /// Returns the value, which must not be `nil`.
    ///
    /// - Parameter what: the value's name, in words.
    public func require<Value>(_ value: Value?, _ what: String) throws -> Value {
        guard let value else { throw failure(what, seen: "none; \(notation(events))") }
        return value
    }

    // MARK: -

    private func saw(_ patterns: [EventPattern], inOrder: Bool) throws {
        let events = events.filter { !$0.isTracking }
        let main = events.filter { !$0.isStatus }
        let statuses = events.filter(\.isStatus)
        let wantedMain = patterns.filter { !$0.isStatus }
        let wantedStatuses = patterns.filter(\.isStatus)
        let mainFits =
            main.count == wantedMain.count
            && (inOrder
                ? zip(main, wantedMain).allSatisfy { $1.matches($0, cast) } : fits(main[...], wantedMain))
        let statusesFit =
            statuses.allSatisfy { event in wantedStatuses.contains { $0.matches(event, cast) } }
            && wantedStatuses.allSatisfy { pattern in statuses.contains { pattern.matches($0, cast) } }
        guard mainFits, statusesFit else {
            throw failure(
                patterns.isEmpty ? "nothing" : patterns.map(\.notation).joined(separator: " "), seen: notation(events))
        }
    }

    /// Whether the events can be paired with the patterns, one to one.
    private func fits(_ events: ArraySlice<AccessEnablerEvent>, _ patterns: [EventPattern]) -> Bool {
        guard let event = events.first else { return patterns.isEmpty }
        return patterns.indices.contains { index in
            guard patterns[index].matches(event, cast) else { return false }
            var others = patterns
            others.remove(at: index)
            return fits(events.dropFirst(), others)
        }
    }

    /// All callbacks since the last step, as reports write them.
    public var seen: String { notation(events) }

    private func notation(_ events: [AccessEnablerEvent]) -> String {
        events.isEmpty ? "nothing" : events.map { EventNotation.text($0, cast) }.joined(separator: " ")
    }

    /// Returns a failure with the app's last step and last request.
    func failure(_ expected: String, seen: String) -> ScenarioFailure {
        ScenarioFailure(step: step, expected: expected, seen: seen, exchange: calls.last)
    }
}

extension AccessEnablerEvent {
    fileprivate var isStatus: Bool { if case .status = self { true } else { false } }
    fileprivate var isTracking: Bool { if case .sendTrackingData = self { true } else { false } }

    /// Whether this event may come right after the previous one.
    ///
    /// The end of an authentication or authorization is reported by its main callback first, and by a tracking event
    /// second.
    fileprivate func follows(_ previous: AccessEnablerEvent?) -> Bool {
        guard case .sendTrackingData(_, let event) = self else { return true }
        switch (event, previous) {
        case (TRACKING_AUTHENTICATION, .setAuthenticationStatus), (TRACKING_AUTHORIZATION, .setToken),
            (TRACKING_AUTHORIZATION, .tokenRequestFailed):
            return true
        case (TRACKING_AUTHENTICATION, _), (TRACKING_AUTHORIZATION, _): return false
        default: return true
        }
    }
}
