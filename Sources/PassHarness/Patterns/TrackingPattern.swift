import AccessEnabler

/// A pattern that a scenario expects one tracking event to match ("sendTrackingData").
public struct TrackingPattern: Sendable {
    /// The expected value at one place of an event.
    public enum Item: Sendable, Hashable, ExpressibleByStringLiteral {
        /// Exactly that text, or the ID of a role with that name.
        case text(String)
        /// 32 hexadecimal digits.
        case md5
        /// `None` or `nil`, for a place that has no meaning in this event.
        case none
        /// Any value, or none.
        case any

        public init(stringLiteral text: String) { self = .text(text) }

        func matches(_ value: String?, _ cast: Cast) -> Bool {
            switch self {
            case .text(let text): value == cast[text]
            case .md5: value.map { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) } ?? false
            case .none: value == nil || value == TRACKING_NONE
            case .any: true
            }
        }

        var notation: String {
            switch self {
            case .text(let text): text
            case .md5: "md5"
            case .none: "None"
            case .any: "…"
            }
        }
    }

    let event: Int32
    /// The expected values, as many as the event has.
    let items: [Item]

    var notation: String { "TRK \(event)[\(items.map(\.notation).joined(separator: ","))]" }

    func matches(_ event: Int32, _ values: [String?], _ cast: Cast) -> Bool {
        event == self.event && values.count == items.count && zip(items, values).allSatisfy { $0.matches($1, cast) }
    }

    /// Matches the end of a successful authentication: 7 values.
    public static func authenticated(
        _ provider: String, cached: Bool, guid: Item = .md5, device: Item = .any, client: Item = .any, os: Item = .any
    ) -> TrackingPattern {
        TrackingPattern(
            event: TRACKING_AUTHENTICATION,
            items: ["YES", .text(provider), guid, cached ? "YES" : "NO", device, client, os])
    }

    /// Matches the end of a failed authentication.
    public static let notAuthenticated = TrackingPattern(
        event: TRACKING_AUTHENTICATION, items: ["NO", .none, .none, .none, .any, .any, .any])

    /// Matches the end of a successful authorization: 9 values.
    public static func authorized(_ provider: String, cached: Bool, guid: Item = .md5) -> TrackingPattern {
        TrackingPattern(
            event: TRACKING_AUTHORIZATION,
            items: ["YES", .text(provider), guid, cached ? "YES" : "NO", .any, .any, .any, .any, .any])
    }

    /// Matches the end of a failed authorization.
    public static func notAuthorized(
        error: Item = .any, details: Item = .any, provider: Item = .any, guid: Item = .any
    ) -> TrackingPattern {
        TrackingPattern(
            event: TRACKING_AUTHORIZATION,
            items: ["NO", provider, guid, .any, error, details, .any, .any, .any])
    }

    /// Matches a new selection of an MVPD: 4 values.
    public static func selected(_ provider: String) -> TrackingPattern {
        TrackingPattern(event: TRACKING_MVPD_SELECTION, items: [.text(provider), .any, .any, .any])
    }

    /// Matches a tracking event of any kind, value by value.
    public static func event(_ event: Int32, _ items: [Item]) -> TrackingPattern {
        TrackingPattern(event: event, items: items)
    }
}
