import PassCore
import PassHTTP

/// The answers to paths under `/api/`, where clients look for families of endpoints that aren't served yet.
///
/// Each answer is JSON with the members that errors of both REST APIs have. A sentence in it says what is served
/// instead.
struct UnservedAPI: Sendable {
    private let version1: HTTPResponse
    private let other: HTTPResponse

    /// Creates the answers.
    ///
    /// - Parameter served: the patterns of all paths that are served to clients.
    init(served: some Sequence<String>) {
        // The first segment of a path names its API; under /api, the second one does.
        let starts = served.map { pattern in
            let segments = pattern.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "[") }
            let count = pattern.startsWithBytes(of: "/api/") ? 2 : 1
            return segments.prefix(count).map { String(Substring($0)) }.joined(separator: "/")
        }
        let paths = Set(starts).sorted().map { "/\($0)" }.joined(separator: ", ")
        func answer(_ sentence: String) -> HTTPResponse {
            let body = JSONWriter.object { error in
                error.member("status", HTTPStatus.notFound.code)
                error.member("code", "not_served")
                error.member("message", "\(sentence) The simulator serves paths under \(paths).")
                error.member("action", "none")
            }
            return HTTPResponse(.notFound, type: "application/json;charset=UTF-8", body)
        }
        version1 = answer("The simulator doesn't serve REST API v1 yet, except registration codes under /reggie/v1.")
        other = answer("The simulator serves nothing under this path of /api.")
    }

    /// Returns the answer to a path that no endpoint has; `nil` unless it is under `/api/`.
    func response(to path: String) -> HTTPResponse? {
        // Repeated slashes count as one, as they do for `Router`.
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2)
        guard segments.count > 1, segments[0].elementsEqual("api".utf8) else { return nil }
        return segments[1].elementsEqual("v1".utf8) ? version1 : other
    }
}
