/// The error of a login that the MVPD or the service refuses; its description is a sentence for people.
public struct LoginFailure: Error, Sendable, CustomStringConvertible {
    /// The name that was typed into the login pages.
    public let user: String
    /// The MVPD's ID.
    public let mvpd: String
    /// The URL of the last page that the browser loaded.
    public let url: String
    /// The reason: a `UserAgentError`, which quotes the page, or a `TransportError`.
    public let reason: any Error

    public var description: String {
        "\"\(user)\" can't log in at \"\(mvpd)\". \(reason) The browser's last address was \(url.prefix { $0 != "?" })."
    }
}
