import PassCore
import PassHTTP

/// The answers of control operations.
enum ControlAnswer {
    /// Returns a JSON object that no cache keeps.
    static func json(_ status: HTTPStatus = .ok, _ members: (inout JSONWriter) -> Void) -> HTTPResponse {
        HTTPResponse(
            status, fields: [.contentType: "application/json", .cacheControl: "no-store"],
            body: JSONWriter.object(members))
    }
}
