/// The reason why the authorization endpoint issues no code (RFC 6749, section 4.1.2.1; OpenID Connect Core, section
/// 3.1.2.6).
struct AuthorizationRefusal: Error, Hashable {
    enum Code: String {
        case invalidRequest = "invalid_request"
        case unsupportedResponseType = "unsupported_response_type"
        case invalidScope = "invalid_scope"
        case accessDenied = "access_denied"
        case serverError = "server_error"
        case loginRequired = "login_required"
        case requestNotSupported = "request_not_supported"
        case requestURINotSupported = "request_uri_not_supported"
        case registrationNotSupported = "registration_not_supported"
    }

    var code: Code
    /// The explanation, in ASCII without quotes and backslashes, as the grammar requires.
    var sentence: String

    init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }
}
