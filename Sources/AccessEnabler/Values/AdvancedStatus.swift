/// A status event as a value; `EntitlementStatus.status` gets the same event as a dictionary.
///
/// Source: "Error reporting", advanced codes.
public struct AdvancedStatus: Sendable, Hashable {
    /// The severity of a status event.
    public enum Level: String, Sendable, Hashable {
        case success
        case info
        case warning
        case error
    }

    /// The event's code, e.g. `N000`, `Z100`, `REGCODE`.
    public var id: String
    /// The event's severity.
    public var level: Level
    /// The event's text: e.g. the MVPD's words, or the registration code of `REGCODE`; `nil` for events without one.
    public var message: String?
    /// The additional values of some codes, under the keys `details`, `resource` or `registrationCode`.
    public var extra: [String: String]

    /// Creates a status event; `message` and `extra` are left out unless the code has them.
    public init(id: String, level: Level, message: String? = nil, extra: [String: String] = [:]) {
        self.id = id
        self.level = level
        self.message = message
        self.extra = extra
    }

    /// The documented dictionary: `errorId` and `level`, and for events that have them `message` and the keys of
    /// `extra`.
    public var dictionary: [String: Any] {
        var all: [String: Any] = extra
        all["errorId"] = id
        all["level"] = level.rawValue
        all["message"] = message
        return all
    }
}
