import PassHTTP

/// A request for `Simulator.respond(to:)`.
public struct SimulatorRequest: Sendable {
    /// A header field or a parameter.
    public typealias Field = (name: String, value: String)

    /// The request's method.
    public var method: String
    /// The path with its query, percent-encoded, or an absolute URL of a World or of a spoofed host.
    public var target: String
    /// The header fields.
    ///
    /// A missing `Host` is added, and so is `Content-Length` when there is a body and no `Transfer-Encoding`.
    public var fields: [Field]
    /// The bytes of the request's body.
    public var body: [UInt8]

    /// Creates a request.
    public init(_ method: String = "GET", _ target: String, fields: [Field] = [], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
    }

    /// Creates a POST request with a form, and encodes the form's parameters.
    public init(form: [Field], to target: String, fields: [Field] = []) {
        self.init(
            "POST", target, fields: [("Content-Type", "application/x-www-form-urlencoded")] + fields,
            body: Array(FormFields.encode(form).utf8))
    }

    /// Returns the request's bytes as a client would send them.
    ///
    /// - Returns: `nil` when a line break in the request would turn it into another request.
    func bytes(host: String) -> [UInt8]? {
        let texts = [method, target] + fields.flatMap { [$0.name, $0.value] }
        guard !texts.contains(where: { $0.utf8.contains { $0 == 0x0D || $0 == 0x0A } }) else { return nil }
        func lacks(_ name: HTTPFieldName) -> Bool { !fields.contains { HTTPFieldName($0.name) == name } }
        var head = "\(method) \(target) HTTP/1.1\r\n"
        if lacks(.host) { head += "Host: \(host)\r\n" }
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        if lacks(.contentLength), lacks(.transferEncoding), !body.isEmpty {
            head += "Content-Length: \(body.count)\r\n"
        }
        return Array((head + "\r\n").utf8) + body
    }
}

/// The answer that `Simulator.respond(to:)` returns.
public struct SimulatorResponse: Sendable {
    public typealias Field = SimulatorRequest.Field

    /// The status code.
    public var status: Int
    /// The header fields, except those that a connection adds.
    ///
    /// A connection adds `Content-Length` and `Connection`, and also `Date` while the World follows real time.
    public var fields: [Field]
    /// The bytes of the answer's body; empty for a HEAD request.
    public var body: [UInt8]
    /// The additional time that a client on a socket would have waited.
    public var delayMilliseconds: Int

    init(_ response: HTTPResponse, isHead: Bool = false) {
        status = response.status.code
        fields = response.fields.pairs
        body = isHead ? [] : response.body
        delayMilliseconds = response.delivery.delayMilliseconds
    }

    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// Returns the first value of a header field; the case of its name doesn't matter.
    public func field(_ name: String) -> String? { RecordedExchange.first(name, of: fields) }
}
