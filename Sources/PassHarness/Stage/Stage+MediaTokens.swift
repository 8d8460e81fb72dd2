import AccessEnabler
import PassCore
import PassHTTP

/// Media tokens at the programmer's server, by the wire, so that a backend that isn't embedded is judged as well.
extension Stage {
    /// Presents a media token for what is about to be streamed; a good one is used up by it.
    ///
    /// - Parameter verdict: what must be said of it, by the names of the vendor's verifier library and ours.
    func present(_ token: String, for resource: String, is verdict: String) async throws {
        let answer = try await counted {
            try await network.send(
                post("/_sim/tokens/verify", [("token", token), ("resource", resource), ("requestor", cast.ref)]))
        }
        let seen = answer.json?["status"]?.stringValue ?? "\(answer.status)"
        try expect(seen == verdict, "\(verdict) of a media token for \(resource)", seen: seen)
    }

    /// The same where a stream's URL is signed for it ("/tvs/v1/sign").
    ///
    /// - Parameter status: 200 when it is good.
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

    /// A form for a path beside that of the service provider.
    private func post(_ path: String, _ form: [(name: String, value: String)]) -> TransportRequest {
        let end = serviceProvider.lastIndex(of: "/") ?? serviceProvider.endIndex
        return TransportRequest(
            method: "POST", url: serviceProvider[..<end] + path,
            fields: [TransportField("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(FormFields.encode(form).utf8))
    }
}
