import AccessEnabler
import PassCore
import PassHarness

/// A flow's exchanges as stubs of WireMock: canned answers, found by method and path.
enum FlowRecording {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Plays one flow and writes its stubs.
    ///
    /// - Parameters:
    ///   - url: the simulator to record, at 127.0.0.1.
    ///   - host: where the stubs will be served, on the same port; it takes the place of 127.0.0.1 in the answers.
    /// - Returns: `mappings`, the stubs in WireMock's own form.
    static func write(url: String, host: String) async throws -> Figures {
        let transport = KeepingTransport(over: SocketTransport())
        try await LoginFlow.run(at: url, transport: transport)
        var stubs: [(key: String, stub: JSONValue)] = []
        for exchange in transport.exchanges {
            let request = exchange.request
            let path = String(request.url.dropFirst(url.count).prefix { $0 != "?" })
            let key = "\(request.method) \(path)"
            let stub = stub(request.method, path, exchange.response, host)
            if stubs.contains(where: { $0.key == key }) {
                throw Failure(description: "\(key) is requested twice, and the stubs can't tell the two apart")
            }
            stubs.append((key, stub))
        }
        return [("mappings", .array(stubs.map(\.stub)))]
    }
}

extension FlowRecording {
    private static func stub(
        _ method: String, _ path: String, _ response: TransportResponse, _ host: String
    ) -> JSONValue {
        // The connection's own fields are the stub server's to make.
        let framing = ["content-length", "connection", "date", "transfer-encoding"]
        var fields: [ExactText: JSONValue] = [:]
        for field in response.fields where !framing.contains(field.name.lowercased()) {
            let value = JSONValue.string(moved(field.value, to: host))
            if case .array(let others) = fields[field.name] {
                fields[field.name] = .array(others + [value])
            } else {
                fields[field.name] = .array([value])
            }
        }
        let body = Array(moved(String(decoding: response.body, as: UTF8.self), to: host).utf8)
        return .object([
            "request": .object(["method": .string(method), "urlPath": .string(path)]),
            "response": .object([
                "status": .integer(Int64(response.status)), "headers": .object(fields),
                "base64Body": .string(Base64.encode(body)),
            ]),
        ])
    }

    private static func moved(_ text: String, to host: String) -> String {
        text.split(separator: "127.0.0.1", omittingEmptySubsequences: false).joined(separator: host)
    }
}
