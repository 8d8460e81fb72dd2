import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /_sim/ready`: whether a real flow would succeed now.
///
/// - 200: `{"ready":true}`. 503: a problem document; the server is starting or stopping, or its store fails.
struct ReportReadiness: Endpoint {
    let route = Route(
        .reportReadiness, [.get], "/_sim/ready", on: .loop, asksStores: false, readsParameters: false, isRoutine: true)
    let failures: any FailureTable = AdminFailureTable()
    let isReady: @Sendable () -> Bool
    /// Returns a sentence that says why the store fails; `nil` while it doesn't.
    let trouble: @Sendable () -> String?

    private static let ready = HTTPResponse(
        .ok, type: "application/json", JSONWriter.object { $0.member("ready", true) })

    func respond(to exchange: Exchange) -> HTTPResponse {
        guard isReady() else {
            return Problem.response(.serviceUnavailable, "Not ready", "The simulator is starting or stopping.")
        }
        if let trouble = trouble() { return Problem.response(.serviceUnavailable, "Not ready", trouble) }
        return Self.ready
    }
}
