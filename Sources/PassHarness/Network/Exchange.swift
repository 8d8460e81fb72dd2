public import AccessEnabler
import PassCore
import PassHTTP

/// A request that left a device, and what became of it.
public struct Exchange: Sendable {
    /// Who sent it.
    public enum Origin: Sendable, Hashable {
        /// The SDK in the app with that bundle ID.
        case app(String)
        case browser
    }

    public enum Outcome: Sendable, Hashable {
        case response(TransportResponse)
        case failed(TransportError)
    }

    /// From 1, in the order of sending.
    public let number: Int
    /// The device's time when it was sent, in milliseconds since 1970.
    public let timeMillis: Int64
    public let origin: Origin
    /// E.g. `config`, `register`, `token`, `regcode`, `sessionDevice`, `authorizeDevice`, `authenticate`, `logout`.
    public let operation: String
    /// As the sender made it, until `SimulatedNetwork.mutateRequests` has changed it; then as it left.
    public internal(set) var request: TransportRequest
    /// `nil` while it is under way.
    public internal(set) var outcome: Outcome?

    /// The parameters of the query, then those of a form body, decoded; empty where they can't be read.
    public var parameters: [(name: String, value: String)] {
        let query = (try? FormFields.parse(Self.query(of: request.url)).pairs) ?? []
        let type = request.fields["Content-Type"]?.lowercased() ?? ""
        guard type.isEmpty || type.hasPrefix("application/x-www-form-urlencoded") else { return query }
        return query + ((try? FormFields.parse(request.body).pairs) ?? [])
    }

    /// The first value of a parameter.
    public subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }

    /// All values of a parameter.
    public func values(_ parameter: String) -> [String] {
        parameters.filter { $0.name == parameter }.map(\.value)
    }

    /// A header field of the request.
    public func field(_ name: String) -> String? { request.fields[name] }

    public var response: TransportResponse? { if case .response(let response) = outcome { response } else { nil } }

    /// The answer's body as text; empty when there is none.
    public var answer: String { String(decoding: response?.body ?? [], as: UTF8.self) }

    static func query(of url: String) -> Substring {
        url.firstIndex(of: "?").map { url[url.index(after: $0)...].prefix { $0 != "#" } } ?? ""
    }

    /// The path's last component that names an operation; paths end in it but for IDs and the like behind it.
    static func operation(of url: String) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let components = (path.firstRange(of: "://").map { path[$0.upperBound...] } ?? path).split(separator: "/")
            .dropFirst()
        return String(components.last { operations.contains(String($0)) } ?? components.last ?? "")
    }

    private static let operations: Set<String> = [
        "config", "register", "token", "regcode", "sessionDevice", "session", "authorizeDevice", "authorize",
        "deviceShortAuthorize", "preauthorize", "usermetadata", "getMetadataDevice", "authenticate", "logout",
        "completePassiveAuthentication", "tokens", "verificationCode", "errors",
    ]
}

extension Exchange: CustomStringConvertible {
    /// `#3 POST http://…/authorizeDevice -> 200`.
    public var description: String {
        let end =
            switch outcome {
            case .response(let response): "\(response.status)"
            case .failed(let error): "\(error)"
            case nil: "no answer yet"
            }
        return "#\(number) \(request.method) \(request.url.prefix { $0 != "?" }) -> \(end)"
    }

    /// The same with parameters and the answer's beginning; long values are cut, as tokens are.
    public var details: [String] {
        var lines = [description]
        for (name, value) in parameters { lines.append("> \(name)=\(Self.shortened(value, to: 100))") }
        if !answer.isEmpty { lines.append("< \(Self.shortened(answer, to: 300))") }
        return lines
    }

    static func shortened(_ text: String, to length: Int) -> String {
        let line = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        return line.count <= length ? line : "\(line.prefix(length - 5))…\(line.suffix(4))"
    }
}
