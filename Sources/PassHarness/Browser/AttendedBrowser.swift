public import AccessEnabler

/// A headless browser with its user in front of it, who types the name and the password where a page asks for them.
///
/// It is what `AccessEnabler.authenticate(picker:userAgent:)` wants; the browser alone types nothing for the SDK, as nobody
/// does in a passive login.
public struct AttendedBrowser: UserAgent {
    private let browser: HeadlessUserAgent

    public init(_ browser: HeadlessUserAgent) { self.browser = browser }

    /// Logs in, where `HeadlessUserAgent.follow` stops at the first page that asks something.
    public func follow(_ url: String, until end: String, isVisible: Bool) async -> String? {
        try? await browser.run(url, until: [end], in: isVisible ? .secureBrowser : .webView)
    }

    public func cookies(for url: String) async -> String? { await browser.cookies(for: url) }
}
