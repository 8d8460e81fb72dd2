/// A status event, in a type of its own: what `EntitlementStatus.status` gets as a dictionary.
///
/// Source: "Error reporting", advanced codes.
public struct AdvancedStatus: Sendable, Hashable {
    public enum Level: String, Sendable, Hashable {
        case success
        case info
        case warning
        case error
    }

    /// E.g. `N000`, `Z100`, `REGCODE`.
    public var id: String
    public var level: Level
    public var message: String?
    /// `details`, `resource`, `registrationCode`: what some codes carry beside.
    public var extra: [String: String]

    public init(id: String, level: Level, message: String? = nil, extra: [String: String] = [:]) {
        self.id = id
        self.level = level
        self.message = message
        self.extra = extra
    }

    /// The documented dictionary: `errorId`, `level`, and where they are there `message` and further keys.
    public var dictionary: [String: Any] {
        var all: [String: Any] = extra
        all["errorId"] = id
        all["level"] = level.rawValue
        all["message"] = message
        return all
    }
}
