import PassCore
package import PassHTTP

/// A problem document (RFC 9457), the format of every error of the simulator's own paths.
package enum Problem {
    /// Writes a problem document.
    ///
    /// - Parameters:
    ///   - title: the kind of problem, the same for every occurrence.
    ///   - detail: a sentence about this occurrence.
    ///   - field: the name of the member, parameter or header field that is missing or wrong; `nil` if the problem
    ///     concerns none of these.
    package static func response(
        _ status: HTTPStatus, _ title: String, _ detail: String, field: String? = nil
    ) -> HTTPResponse {
        let body = JSONWriter.object { problem in
            problem.member("type", "about:blank")
            problem.member("title", title)
            problem.member("status", status.code)
            problem.member("detail", detail)
            problem.memberIfPresent("field", field)
        }
        return HTTPResponse(status, type: "application/problem+json", body)
    }
}
