package import PassHTTP

/// The header fields of the service's answers (legacy protocol, "CORS, throttling, cookies").
package enum ServiceHeaders {
    package static let allowedMethods = "POST,GET,OPTIONS,DELETE"
    private static let allowedHeaders =
        "ap_11,ap_42,ap_z,ap_19,ap_21,ap_23,authorization,content-type,pass_sfp,AP-Session-Identifier,"
        + "AP-Device-Identifier,AP-SDK-Identifier,X-Device-Info"
    private static let exposedHeaders = "pass_sfp,Authzf-Error-Code,Authzf-Sub-Error-Code,Authzf-Error-Details"
    private static let platformPrivacy = #"CP="NOI DSP COR CURa ADMa DEVa OUR BUS IND UNI COM NAV STA""#

    private static let constant: HTTPFields = [
        "Access-Control-Allow-Credentials": "true",
        "Access-Control-Allow-Methods": allowedMethods,
        "Access-Control-Allow-Headers": allowedHeaders,
        "Access-Control-Expose-Headers": exposedHeaders,
        "P3P": platformPrivacy,
    ]

    /// Adds the fields to a response. The origin is echoed, since credentials are allowed (Fetch, "CORS protocol and
    /// credentials").
    package static func add(to response: inout HTTPResponse, origin: String?) {
        response.fields.append(contentsOf: constant)
        if let origin {
            response.fields.append("Access-Control-Allow-Origin", origin)
            response.fields.append(.vary, "Origin")
        }
    }
}
