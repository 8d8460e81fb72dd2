import PassEndpointKit
import PassHTTP

/// The answers to requests that reach no endpoint because of their method.
enum MethodAnswer {
    /// Returns the answer to `OPTIONS *`, a question about the server as a whole (RFC 9110, section 9.3.7).
    ///
    /// - Parameter routes: the routes of all endpoints.
    static func wholeServer(_ routes: [Route]) -> HTTPResponse {
        let methods: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
        let allowed = methods.filter { method in
            method == .head || method == .options || routes.contains { $0.methods.contains(method) }
        }
        return HTTPResponse(.ok, fields: [.allow: allowed.map(\.rawValue).joined(separator: ", ")])
    }

    /// Returns the answer to a preflight, or 405 for other methods (RFC 9110, section 15.5.6).
    ///
    /// - Parameter audience: the audience of the path's endpoints. Only clients of the service get an answer in the
    ///   manners of its APIs.
    static func wrongMethod(
        _ request: HTTPRequest, _ audience: Audience, _ manners: Manners, allowed methods: [HTTPMethod]
    ) -> HTTPResponse {
        let allow = methods.map(\.rawValue).joined(separator: ", ")
        var response =
            if request.method == .options {
                HTTPResponse(manners.preflightStatus)
            } else if audience != .clients {
                Problem.response(.methodNotAllowed, "Wrong method", "This path allows \(allow).")
            } else {
                switch manners {
                case .talkative: HTTPResponse(.methodNotAllowed, text: "This path allows \(allow).")
                case .terse: HTTPResponse(.methodNotAllowed)
                }
            }
        response.fields.append(.allow, allow)
        return response
    }
}
