/// The SDK's own errors for a failed preauthorization; their status 0 distinguishes them from the service's errors.
extension PreauthorizeResponse.Status {
    static let requestorNotConfigured = failure(
        "requestor_not_configured", "retry", "setRequestor has not completed.")
    static let sessionMissing = failure(
        "authentication_session_missing", "authentication", "The user isn't logged in.")
    static let sessionExpired = failure(
        "authentication_session_expired", "authentication", "The login has expired.")
    static let noAccessToken = failure(
        "access_token_unavailable", "none", "The app got no access token: check its software statement.")
    static let formatUnknown = failure(
        "server_response_format_unknown", "none", "The service's answer can't be understood.")
    static let networkFailed = failure("network_error", "none", "The service can't be reached.")

    private static func failure(_ code: String, _ action: String, _ message: String) -> PreauthorizeResponse.Status {
        PreauthorizeResponse.Status(status: 0, code: code, message: message, action: action)
    }
}
