import PassCore
import PassDomain
import PassXML

/// The reason for a failure, in the format for requestors that have enhanced errors (Adobe, "Enhanced error codes").
struct EnhancedError: Sendable {
    var status = 403
    var code: String
    var message: String
    /// The MVPD's own message.
    var details: String?
    /// The identifier of this occurrence of the error.
    var trace: String
    /// The action that the app may take.
    var action = "none"

    private static let help =
        "https://experienceleague.adobe.com/docs/pass/authentication/auth-features/error-reporting/enhanced-error-codes.html"

    /// Describes why a resource may not be watched.
    init(_ denial: Denial, trace: String) {
        details = denial.message
        self.trace = trace
        switch denial.code {
        case .noAuthZ where denial == .parentalControls:
            (code, message) = ("authorization_denied_by_parental_controls", "Parental controls deny this resource.")
        case .noAuthZ, .fraud:
            (code, message) = ("authorization_denied_by_mvpd", "The MVPD denies this resource.")
        case .network:
            (code, message) = ("network_connection_timeout", "The MVPD did not answer in time.")
            action = "retry"
        case .noRefreshToken, .mismatch:
            (code, message) = ("authentication_session_invalidated", "The MVPD has ended the login.")
            action = "authentication"
        case .invalid:
            (code, message) = ("malformed_authz_request", "The resource can't be read.")
            status = 400
        case .authzNone:
            (code, message) = ("authorization_denied_by_programmer", "A degradation rule denies this resource.")
            action = "degradation"
        }
    }

    func write(to error: inout XMLWriter) {
        error.element("status", String(status))
        error.element("code", code)
        error.element("message", message)
        error.elementIfPresent("details", details)
        error.element("helpUrl", Self.help)
        error.element("trace", trace)
        error.element("action", action)
    }

    func write(to error: inout JSONWriter) {
        error.member("status", status)
        error.member("code", code)
        error.member("message", message)
        error.memberIfPresent("details", details)
        error.member("helpUrl", Self.help)
        error.member("trace", trace)
        error.member("action", action)
    }
}
