import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /_sim/dashboard/{file}`: a script, a style sheet or a picture of the dashboard.
///
/// - 200: the file. 304: the client has it already. 404: a problem document; there is no such file.
struct ServeDashboardFile: Endpoint {
    let route = Route(
        .serveDashboardFile, [.get], "/_sim/dashboard/{file}", on: .loop, readsParameters: false, isRoutine: true)
    let failures: any FailureTable = AdminFailureTable()

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        // The page isn't served here, because it has its own address and policy.
        guard let file = DashboardFile.all[ExactText(try exchange.capture("file"))], !file.isPage else {
            return Problem.response(.notFound, "Not found", "The dashboard has no file of this name.")
        }
        return file.response(to: exchange)
    }
}
