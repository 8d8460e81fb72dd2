import PassSimulator

extension FuzzTarget {
    /// The whole server behind its parser: any request line, fields and content get an answer, and never a 500.
    ///
    /// An input is a recorded request: line, fields, an empty line, content.
    static let backend = FuzzTarget(
        preparing: "backend", maximumBytes: 4_096,
        words: [
            "/api/v2/DEMO/", "AP-Device-Identifier: fingerprint ", "POST ", "GET ", "DELETE ", " HTTP/1.1\n",
            "/adobe-services/", "/_sim/", "/_ns/x/", "requestor_id=",
            "resource_id=",
            "device_id=", "mso_id=", "authentication_token=", "authz_token=", "reg_code=", "redirect_uri=",
            "client_id=", "grant_type=",
            "code_verifier=", "scope=openid", "state=", "SAMLRequest=", "SAMLResponse=", "Authorization: Bearer ",
            "Cookie: ",
            "X-Pass-Namespace: ", "Content-Type: application/json\n", "{\"", "/_sim/mvpd/OAuthTV/token",
            "/_sim/mvpd/OAuthTV/authorize",
            "/_sim/mvpd/Adobe/login", "/o/client/register", "/o/client/token", "/reggie/v1/", "/_sim/tokens/verify",
            "%", "&", "=",
        ],
        seeds: { try Seeds.files("Wire", "request.http") },
        prepare: {
            var configuration = Configuration()
            configuration.journalExchanges = 8
            configuration.namespaces.max = 4
            configuration.seed = 1
            let simulator = try await Simulator.start(configuration)
            return { bytes in
                let request = Recorded(bytes)
                let answer = simulator.respond(
                    to: SimulatorRequest(request.method, request.target, fields: request.fields, body: request.body))
                try require(answer.status != 500, "the answer is an internal error: \(answer.text)")
                try require((200...599).contains(answer.status), "the answer has the status \(answer.status)")
                try require(answer.body.count <= 1 << 20, "the answer has \(answer.body.count) bytes")
                for (name, value) in answer.fields {
                    try require(
                        !(name + value).utf8.contains { $0 == 0x0D || $0 == 0x0A },
                        "a field holds a line break: \(name)")
                }
                if bytes.digest % 256 == 0 { simulator.world.reset() }
            }
        })

    /// A request as `Fixtures/Wire` writes it down.
    private struct Recorded {
        var method = "GET"
        var target = "/"
        var fields: [SimulatorRequest.Field] = []
        var body: [UInt8] = []

        init(_ bytes: [UInt8]) {
            var rest = bytes[...]
            func line() -> String? {
                guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
                defer { rest = rest[(end + 1)...] }
                return Array(rest[..<end]).text
            }
            if let first = line() {
                let words = first.split(separator: " ", maxSplits: 2).map(String.init)
                if words.count > 1 { (method, target) = (words[0], words[1]) }
            }
            while let field = line(), !field.isEmpty {
                let halves = field.split(separator: ":", maxSplits: 1).map { String($0.drop { $0 == " " }) }
                if halves.count == 2 { fields.append((halves[0], halves[1])) }
            }
            body = Array(rest)
            if body.last == UInt8(ascii: "\n") { body.removeLast() }
        }
    }
}
