public import AccessEnabler
import PassCore

/// A headless browser with its user in front of it, who types the name and the password where a page asks for them.
///
/// It is what `AccessEnabler.authenticate(picker:userAgent:)` wants; the browser alone types nothing for the SDK, as nobody
/// does in a passive login.
public struct AttendedBrowser: UserAgent {
    private final class Failure: Sendable {
        let error = Guarded<(any Error)?>(nil)
    }

    private let browser: HeadlessUserAgent
    private let failure = Failure()

    public init(_ browser: HeadlessUserAgent) { self.browser = browser }

    /// Logs in, where `HeadlessUserAgent.follow` stops at the first page that asks something.
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

    /// Why the last way ended elsewhere, which the SDK isn't told: `UserAgentError`, `TransportError`; `nil` when it didn't.
    public var lastFailure: (any Error)? { failure.error.withLock(\.self) }

    public func cookies(for url: String) async -> String? { await browser.cookies(for: url) }
}
