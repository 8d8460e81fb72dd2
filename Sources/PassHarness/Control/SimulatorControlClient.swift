public import AccessEnabler
import PassCore
import PassHTTP

/// A client of the simulator's own operations under `/_sim/`: clock, namespaces, rules, state and journal.
///
/// ```swift
/// let control = SimulatorControlClient(url: "http://127.0.0.1:8080", namespace: "suite-1")
/// try await control.advanceClock(by: .seconds(3_600))
/// try await control.addRule(ControlRule(operation: .authorizeDevice, resource: "news*", .failure("denied")))
/// let calls = try await control.exchanges(ExchangeQuery(operation: .authorizeDevice))
/// ```
///
/// Each call sends one request, unless its documentation says otherwise, and throws a `ControlError` if the simulator
/// refuses it. The client ignores unknown members of an answer, so it also works with later versions of the simulator.
public struct SimulatorControlClient: Sendable {
    /// The simulator's URL without a slash at its end; it may contain a namespace, as in `http://127.0.0.1:8080/_ns/a`.
    public let url: String
    /// The namespace that the calls are about; `nil` for the namespace of `url`.
    public let namespace: String?
    private let token: String?
    private let transport: any HTTPTransport

    /// Creates a client; no request is sent yet.
    ///
    /// - Parameters:
    ///   - token: the value of the simulator's setting `admin.token`, if it has one.
    ///   - transport: sends the requests. Its time limit must exceed that of `awaitExchange`.
    public init(
        url: String, namespace: String? = nil, token: String? = nil, transport: any HTTPTransport = SocketTransport()
    ) {
        var url = Substring(url)
        while url.hasSuffix("/") { url.removeLast() }
        self.url = String(url)
        self.namespace = namespace
        self.token = token
        self.transport = transport
    }

    /// Returns a client of another namespace of the same simulator.
    public func inNamespace(_ name: String) -> SimulatorControlClient {
        SimulatorControlClient(url: url, namespace: name, token: token, transport: transport)
    }

    /// Sends a request and returns the answer's JSON.
    ///
    /// - Parameter path: the path below `/_sim/`, with its query.
    /// - Throws: `ControlError` for a status that isn't 200 to 299 and for a body that isn't JSON; `TransportError`.
    func json(_ method: String, _ path: String, _ content: [UInt8]? = nil) async throws -> JSONValue {
        let body = try await send(method, path, content)
        guard let json = try? JSONValue.parse(body) else {
            throw ControlError(status: 200, unreadable: path)
        }
        return json
    }

    /// Sends a request and returns the answer's body.
    ///
    /// - Throws: `ControlError` for a status that isn't 200 to 299; `TransportError`.
    @discardableResult
    func send(_ method: String, _ path: String, _ content: [UInt8]? = nil) async throws -> [UInt8] {
        var fields: [TransportField] = []
        if let namespace { fields.append(TransportField("X-Pass-Namespace", namespace)) }
        if let token { fields.append(TransportField("Authorization", "Bearer \(token)")) }
        if content != nil { fields.append(TransportField("Content-Type", "application/json")) }
        let answer = try await transport.send(
            TransportRequest(method: method, url: "\(url)/_sim/\(path)", fields: fields, body: content ?? []))
        guard (200..<300).contains(answer.status) else {
            throw ControlError(status: answer.status, body: answer.body)
        }
        return answer.body
    }

    /// Returns a path made of segments, each percent-encoded.
    static func path(_ segments: String...) -> String {
        segments.map { PercentEncoding.encode($0) }.joined(separator: "/")
    }

    /// Returns a path with a query of those parameters that have a value.
    static func path(_ path: String, query: [(name: String, value: String?)]) -> String {
        let pairs = query.compactMap { name, value in value.map { (name: name, value: $0) } }
        return pairs.isEmpty ? path : "\(path)?\(FormFields.encode(pairs))"
    }
}

extension SimulatorControlClient {
    /// Whether the simulator can carry out a real flow now.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    public func isReady() async throws -> Bool {
        do {
            try await send("GET", "ready")
            return true
        } catch let error as ControlError where error.status == 503 {
            return false
        }
    }

    /// Returns the metrics of the whole server, all namespaces together, as OpenMetrics text.
    ///
    /// - Throws: `ControlError`, `TransportError`.
    public func metrics() async throws -> String {
        String(decoding: try await send("GET", "metrics"), as: UTF8.self)
    }
}
