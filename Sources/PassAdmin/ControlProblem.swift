import PassEndpointKit
import PassHTTP

/// A refusal of a control request that has a status of its own, unlike an `EntitlementFailure`.
struct ControlProblem: Error {
    let status: HTTPStatus
    /// The kind of problem, the same for every occurrence.
    let title: String
    /// A sentence about this occurrence.
    let detail: String

    init(_ status: HTTPStatus, _ title: String, _ detail: String) {
        self.status = status
        self.title = title
        self.detail = detail
    }

    /// Returns what `respond` returns, or the problem document for its refusal.
    static func answer(_ respond: () throws -> HTTPResponse) throws -> HTTPResponse {
        do {
            return try respond()
        } catch let problem as ControlProblem {
            return Problem.response(problem.status, problem.title, problem.detail)
        }
    }
}
