import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The header fields that occur only in calls to the SSO Service, and the one that carries the service token.
enum ServiceTokenHeaders {
    static let subject: HTTPFieldName = "X-SSO-ID"
    static let link: HTTPFieldName = "X-SSO-LINK"
    static let token = IdentityTokens.serviceToken
    /// The maximum length in bytes of `X-SSO-ID`, the identifier that the user's devices have in common.
    private static let longest = 1_024

    /// Reads the service token of a call.
    ///
    /// - Throws: `.missingParameter`; `.serviceTokenRefused` for a text that isn't UTF-8.
    static func token(_ call: RESTv2Call) throws(EntitlementFailure) -> String {
        let found: String?
        do {
            found = try call.exchange.exactHeader(token)
        } catch {
            throw .serviceTokenRefused(.malformed)
        }
        guard let text = found else { throw .missingParameter(token.description) }
        return text
    }

    /// Reads the link code (`X-SSO-LINK`) or the common identifier (`X-SSO-ID`) with which a device asks for its first
    /// token. The code takes precedence.
    ///
    /// - Throws: `.missingParameter`, `.malformedParameter`.
    static func claim(_ call: RESTv2Call) throws(EntitlementFailure) -> ServiceTokenService.Claim {
        if let code = try call.exchange.exactHeader(link) { return .code(String(code.prefix(longest))) }
        guard let text = try call.exchange.exactHeader(subject) else { throw .missingParameter(subject.description) }
        guard text.utf8.count <= longest, call.exchange.request.fields.values(subject).count == 1 else {
            throw .malformedParameter(subject.description, reason: "is longer than \(longest) bytes, or given twice")
        }
        return .subject(text)
    }
}

/// The answers of the SSO Service.
enum ServiceTokenAnswer {
    /// The content type, which has no character set, unlike that of REST API v2.
    static let type = "application/json"

    /// Returns the answer with a new token.
    static func token(_ issued: ServiceTokenService.Issued, _ status: HTTPStatus) -> HTTPResponse {
        let body = JSONWriter.object { answer in
            answer.member("status", status == .created ? "CREATED" : "OK")
            answer.member("serviceToken", issued.text)
            answer.member("notBefore", issued.token.begins.milliseconds)
            answer.member("notAfter", issued.token.expires.milliseconds)
        }
        return HTTPResponse(status, type: type, body)
    }
}
