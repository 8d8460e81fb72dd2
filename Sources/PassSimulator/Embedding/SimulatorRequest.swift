import PassHTTP

/// A request for `Simulator.respond(to:)`.
public struct SimulatorRequest: Sendable {
    /// A header field or a parameter.
    public typealias Field = (name: String, value: String)

    public var method: String
    /// A path with its query, percent-encoded, or an absolute URL: that of a World and what follows, or of a spoofed host.
    public var target: String
    /// `Host`, `Content-Length` and `Transfer-Encoding` are made where they are missing.
    public var fields: [Field]
    public var body: [UInt8]

    public init(_ method: String = "GET", _ target: String, fields: [Field] = [], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
    }

    /// A POST of a form, whose parameters are encoded here.
    public init(form: [Field], to target: String, fields: [Field] = []) {
        self.init(
            "POST", target, fields: [("Content-Type", "application/x-www-form-urlencoded")] + fields,
            body: Array(FormFields.encode(form).utf8))
    }

    /// Its bytes as a client would send them; `nil` when a line break in it would make another request of it.
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

/// What `Simulator.respond(to:)` gives.
public struct SimulatorResponse: Sendable {
    public typealias Field = SimulatorRequest.Field

    public var status: Int
    /// Without the fields that a connection adds: `Content-Length`, `Connection`, and `Date` while the World follows real
    /// time.
    public var fields: [Field]
    public var body: [UInt8]
    /// How long a client on a socket would have waited in addition.
    public var delayMilliseconds: Int

    init(_ response: HTTPResponse, isHead: Bool = false) {
        status = response.status.code
        fields = response.fields.pairs
        body = isHead ? [] : response.body
        delayMilliseconds =
            switch response.delivery {
            case .immediate: 0
            case .delayed(let milliseconds): milliseconds
            }
    }

    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The first value of a header field, its name without regard to case.
    public func field(_ name: String) -> String? { RecordedExchange.first(name, of: fields) }
}
