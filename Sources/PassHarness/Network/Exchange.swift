public import AccessEnabler
import PassCore
import PassHTTP

/// A request that left a device, and its outcome.
public struct Exchange: Sendable {
    /// The sender of a request.
    public enum Origin: Sendable, Hashable {
        /// The SDK in the app with that bundle ID.
        case app(String)
        case browser
    }

    /// The end of an exchange: an answer or an error.
    public enum Outcome: Sendable, Hashable {
        case response(TransportResponse)
        case failed(AccessEnabler.TransportError)
    }

    /// The exchange's place in the order of sending, from 1.
    public let number: Int
    /// The time at which the request was sent, in milliseconds since 1970: the embedded backend's, or else the
    /// machine's.
    public let timeMillis: Int64
    /// The sender of the request.
    public let origin: Origin
    /// The operation that the URL's path names.
    ///
    /// Examples are `config`, `register`, `token`, `regcode`, `sessionDevice`, `authorizeDevice`, `authenticate` and
    /// `logout`; in REST API v2, `configuration`, `sessions`, `profiles`, `authorize`, `preauthorize` and `logout`.
    public let operation: String
    /// The request as its sender made it or, once `SimulatedNetwork.mutateRequests` has changed it, as it left.
    public internal(set) var request: TransportRequest
    /// The end of the exchange; `nil` while it is under way.
    public internal(set) var outcome: Outcome?

    /// The parameters of the query, then those of a form body, decoded; empty where they can't be read.
    public var parameters: [(name: String, value: String)] {
        let query = (try? FormFields.parse(Self.query(of: request.url)).pairs) ?? []
        let type = request.fields["Content-Type"]?.lowercased() ?? ""
        guard type.isEmpty || type.hasPrefix("application/x-www-form-urlencoded") else { return query }
        return query + ((try? FormFields.parse(request.body).pairs) ?? [])
    }

    /// The first value of a parameter, or `nil` if the request doesn't have it.
    public subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }

    /// Returns all values of a parameter.
    public func values(_ parameter: String) -> [String] {
        parameters.filter { $0.name == parameter }.map(\.value)
    }

    /// Returns the value of a header field of the request.
    public func field(_ name: String) -> String? { request.fields[name] }

    /// The answer; `nil` while there is none, and if the request failed.
    public var response: TransportResponse? { if case .response(let response) = outcome { response } else { nil } }

    /// The answer's body as text; empty if there is none.
    public var answer: String { String(decoding: response?.body ?? [], as: UTF8.self) }

    static func query(of url: String) -> Substring {
        url.firstIndex(of: "?").map { url[url.index(after: $0)...].prefix { $0 != "#" } } ?? ""
    }

    /// Returns the last path component that is a known operation, or else the last component.
    ///
    /// A path ends in the operation, or in a value such as an ID that follows the operation.
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
        "configuration", "sessions", "profiles",
    ]
}

extension Exchange: CustomStringConvertible {
    /// The exchange in one line, e.g. `#3 POST http://…/authorizeDevice -> 200`.
    public var description: String {
        let end =
            switch outcome {
            case .response(let response): "\(response.status)"
            case .failed(let error): "\(error)"
            case nil: "no answer yet"
            }
        return "#\(number) \(request.method) \(request.url.prefix { $0 != "?" }) -> \(end)"
    }

    /// The description, the parameters and the beginning of the answer, in lines; long values such as tokens are cut.
    public var details: [String] {
        var lines = [description]
        for (name, value) in parameters { lines.append("> \(name)=\(Self.shortened(value, to: 100))") }
        if !answer.isEmpty { lines.append("< \(Self.shortened(answer, to: 300))") }
        return lines
    }

    /// Returns the text in one line; text longer than `length` keeps only its beginning and its last four characters.
    static func shortened(_ text: String, to length: Int) -> String {
        let line = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        return line.count <= length ? line : "\(line.prefix(length - 5))…\(line.suffix(4))"
    }
}
