/// A user whom the MVPD, or the service, doesn't let in; the description is a sentence for people.
public struct LoginFailure: Error, Sendable, CustomStringConvertible {
    public let user: String
    public let mvpd: String
    /// The last page that the browser loaded.
    public let url: String
    /// Why it went no further: `UserAgentError` with what the page says, or `TransportError`.
    public let reason: any Error

    public var description: String {
        "\"\(user)\" can't log in at \"\(mvpd)\". \(reason) Its last address was \(url.prefix { $0 != "?" })."
    }
}
