import PassCore
package import PassHTTP

/// The header fields of the service's answers (legacy protocol, "CORS, throttling, cookies").
package enum ServiceHeaders {
    package static let allowedMethods = "POST,GET,OPTIONS,DELETE"
    private static let allowedHeaders =
        "ap_11,ap_42,ap_z,ap_19,ap_21,ap_23,authorization,content-type,pass_sfp,AP-Session-Identifier,"
        + "AP-Device-Identifier,AP-SDK-Identifier,X-Device-Info"
    private static let exposedHeaders = "pass_sfp,Authzf-Error-Code,Authzf-Sub-Error-Code,Authzf-Error-Details"
    private static let platformPrivacy = #"CP="NOI DSP COR CURa ADMa DEVa OUR BUS IND UNI COM NAV STA""#

    /// The fields that only clients of REST API v2 send (REST API v2, "Request headers").
    private static let allowedHeadersOfVersion2 =
        ",Accept,AP-Visitor-Identifier,AP-TempPass-Identity,AP-Partner-Framework-Status,AD-Service-Token,"
        + "Adobe-Subject-Token,X-Roku-Reserved-Roku-Connect-Token,X-Forwarded-For"

    private static let constant = constant(allowing: allowedHeaders)
    private static let constantOfVersion2 = constant(allowing: allowedHeaders + allowedHeadersOfVersion2)

    private static func constant(allowing headers: String) -> HTTPFields {
        [
            "Access-Control-Allow-Credentials": "true",
            "Access-Control-Allow-Methods": allowedMethods,
            "Access-Control-Allow-Headers": headers,
            "Access-Control-Expose-Headers": exposedHeaders,
            "P3P": platformPrivacy,
        ]
    }

    /// Adds the fields to a response. The origin is echoed, since credentials are allowed (Fetch, "CORS protocol and
    /// credentials").
    ///
    /// - Parameter manners: the manners of the API that the request is addressed to.
    package static func add(to response: inout HTTPResponse, origin: String?, manners: Manners = .talkative) {
        switch manners {
        case .talkative: response.fields.append(contentsOf: constant)
        case .terse: response.fields.append(contentsOf: constantOfVersion2)
        }
        if let origin {
            response.fields.append("Access-Control-Allow-Origin", origin)
            response.fields.append(.vary, "Origin")
        }
    }
}

/// The way in which an API treats browsers, and calls that no operation answers.
///
/// The type is a plain value because every request carries it through the pipeline.
package enum Manners: Sendable {
    /// The fields of the SDKs' backend, and a sentence for a path or method that isn't served.
    case talkative
    /// The fields of REST API v2, and no content for a path or method that isn't served.
    case terse

    /// The status of the answer to a preflight (Fetch, "CORS-preflight fetch").
    package var preflightStatus: HTTPStatus {
        switch self {
        case .talkative: .ok
        case .terse: .noContent
        }
    }

    /// Whether a captured part with escapes that can't be decoded is answered as a malformed parameter; if not, the
    /// path is unknown.
    var takesBrokenCaptures: Bool {
        switch self {
        case .talkative: false
        case .terse: true
        }
    }
}
