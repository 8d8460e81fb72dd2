/// The format in which an operation of this family answers failures.
enum AnswerStyle: Sendable, CaseIterable {
    /// A page for a browser.
    case page
    /// The configuration's error page, whose text tells old SDKs what is wrong.
    case configuration
    /// The text or XML of `session`, which answers `pendingLogout` for a login that has begun but has no user yet.
    case webSession
    /// The text or XML of `sessionDevice`, which answers 401 until the login has a user.
    case nativeSession
    /// `<error>`, the denial of `authorize` and `shortAuthorize`, with status 200 unless the policy's `denialStatus` is
    /// 400.
    case authorization
    /// `{"error":…}`, the JSON of OAuth 2.0.
    case json
    /// A sentence as plain text.
    case text
}
