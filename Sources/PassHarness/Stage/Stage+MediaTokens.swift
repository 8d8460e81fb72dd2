import AccessEnabler
import PassCore
import PassHTTP

/// The programmer's server, which checks media tokens.
///
/// The checks go over the wire, so they also work against a backend that isn't embedded.
extension Stage {
    /// Presents a media token as the programmer's server does before it streams a resource; this uses up a valid token.
    ///
    /// - Parameter verdict: the expected verdict, by a name of the vendor's verifier library or of this project.
    func present(_ token: String, for resource: String, is verdict: String) async throws {
        let answer = try await counted {
            try await network.send(
                post("/_sim/tokens/verify", [("token", token), ("resource", resource), ("requestor", cast.ref)]))
        }
        let seen = answer.json?["status"]?.stringValue ?? "\(answer.status)"
        try expect(seen == verdict, "\(verdict) of a media token for \(resource)", seen: seen)
    }

    /// Presents a media token to have a stream's URL signed ("/tvs/v1/sign").
    ///
    /// - Parameter status: the expected status, 200 for a valid token.
    func sign(_ token: String, for resource: String, is status: Int) async throws {
        let request = post(
            "/tvs/v1/sign",
            [
                ("cdn", "akamai"), ("mediaToken", Base64.encode(token.utf8)),
                ("resource", Base64.encode(resource.utf8)), ("url", "https://cdn.example/live.m3u8"),
                ("format", "json"),
            ])
        let answer = try await counted { try await network.send(request) }
        let seen = "\(answer.status) \(String(decoding: answer.body.prefix(100), as: UTF8.self))"
        try expect(answer.status == status, "\(status) to a media token for \(resource)", seen: seen)
    }

    /// Returns the request that posts a form to a path beside the service provider's.
    private func post(_ path: String, _ form: [(name: String, value: String)]) -> TransportRequest {
        let end = serviceProvider.lastIndex(of: "/") ?? serviceProvider.endIndex
        return TransportRequest(
            method: "POST", url: serviceProvider[..<end] + path,
            fields: [TransportField("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(FormFields.encode(form).utf8))
    }
}
