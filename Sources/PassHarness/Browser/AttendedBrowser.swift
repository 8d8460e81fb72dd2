public import AccessEnabler
import PassCore

/// A headless browser with a user, who types the name and password where a page asks for them.
///
/// `AccessEnabler.authenticate(picker:userAgent:)` needs such a browser. A `HeadlessUserAgent` alone types nothing for
/// the SDK, because no user is present in a passive login.
public struct AttendedBrowser: AccessEnabler.UserAgent {
    private final class Failure: Sendable {
        let error = Guarded<(any Error)?>(nil)
    }

    private let browser: HeadlessUserAgent
    private let failure = Failure()

    /// Creates a browser whose user types the credentials of the given browser.
    public init(_ browser: HeadlessUserAgent) { self.browser = browser }

    /// Opens a URL and logs in on the way, unlike `HeadlessUserAgent.follow`, which stops at the first page that asks
    /// for input.
    ///
    /// - Returns: the URL that starts with `end`, which isn't loaded; `nil` if the browser doesn't get there.
    public func follow(_ url: String, until end: String, isVisible: Bool) async -> String? {
        do {
            let reached = try await browser.run(url, until: [end], in: isVisible ? .secureBrowser : .webView)
            failure.error.withLock { $0 = nil }
            return reached
        } catch {
            failure.error.withLock { $0 = error }
            return nil
        }
    }

    /// The reason why the last `follow` failed (`UserAgentError`, `TransportError`), which the SDK isn't told.
    ///
    /// `nil` if it succeeded.
    public var lastFailure: (any Error)? { failure.error.withLock(\.self) }

    /// Returns the `Cookie` field that the app's web view would send to that URL, or `nil` if it has no cookies for it.
    public func cookies(for url: String) async -> String? { await browser.cookies(for: url) }
}
