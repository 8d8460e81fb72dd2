import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The formats of an OAuth 2.0 MVPD's answers to clients, none of which a cache may store.
enum OAuthAnswer {
    static func json(_ status: HTTPStatus = .ok, _ members: (inout JSONWriter) -> Void) -> HTTPResponse {
        var response = HTTPResponse(status, type: AnswerFormat.jsonType, JSONWriter.object(members))
        response.fields.append(.cacheControl, "no-store")
        response.fields.append(.pragma, "no-cache")
        return response
    }

    static func error(_ status: HTTPStatus, _ code: String, _ sentence: String) -> HTTPResponse {
        json(status) { error in
            error.member("error", code)
            error.member("error_description", sentence)
        }
    }

    /// Returns an error of the token endpoint (RFC 6749, section 5.2).
    static func refusal(_ refusal: MVPDRefusal, of issuer: String) -> HTTPResponse {
        guard refusal.code == .invalidClient else {
            return error(.badRequest, refusal.code.rawValue, refusal.sentence)
        }
        var response = error(.unauthorized, refusal.code.rawValue, refusal.sentence)
        response.fields.append("WWW-Authenticate", "Basic realm=\"\(issuer)\", charset=\"UTF-8\"")
        return response
    }
}
