/// A browser that the SDK itself can drive, for passive authentication and for the cookies of an app's web view.
public protocol AccessEnablerUserAgent: Sendable {
    /// Opens a URL and follows the chain of pages until it would load a URL that starts with `end`, which isn't loaded.
    ///
    /// - Parameter isVisible: whether the user sees the browser. If so, it is the secure browser, which shares no
    ///   cookies with the app.
    /// - Returns: the URL that starts with `end`; `nil` when the chain ended elsewhere or the task was cancelled.
    func follow(_ url: String, until end: String, isVisible: Bool) async -> String?

    /// Returns the value of the `Cookie` field that the app's web view would send to that URL; `nil` when there is
    /// none.
    func cookies(for url: String) async -> String?
}

/// A presenter of the secure browser (SFSafariViewController), for MVPDs where the SDK itself shows that browser.
public protocol SecureBrowserPresenter: Sendable {
    /// Shows the URL to the user; the app calls `handleExternalURL` when the chain ends.
    func present(_ url: String)
}
