/// A browser that the SDK itself can drive, for passive authentication and for the cookies of an app's web view.
public protocol UserAgent: Sendable {
    /// Opens a URL and follows where it leads until it would load one that starts with `end`, which is not loaded.
    ///
    /// - Parameter isVisible: whether the user sees it: the secure browser, which shares no cookies with the app.
    /// - Returns: that URL, or `nil` when the way ended elsewhere or the task was cancelled.
    func follow(_ url: String, until end: String, isVisible: Bool) async -> String?

    /// The value of the `Cookie` field that the app's web view would send to that URL; `nil` when there is none.
    func cookies(for url: String) async -> String?
}

/// What stands for SFSafariViewController where the SDK shows it by itself.
public protocol SecureBrowserPresenter: Sendable {
    /// Shows the URL to the user; the app calls `handleExternalURL` when the chain ends.
    func present(_ url: String)
}
