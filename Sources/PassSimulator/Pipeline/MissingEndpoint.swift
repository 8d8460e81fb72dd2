import PassCore
import PassEndpointKit
import PassHTTP

/// The answers to requests for which there is no endpoint.
struct MissingEndpoint: Sendable {
    private let unservedAPI: UnservedAPI
    private let wholeServer: HTTPResponse
    /// The prefixes of the paths that belong to each API, whether they are served or not, and the API's manners.
    private let territories: [(start: StaticString, manners: Manners)]

    init(_ families: [any EndpointFamily]) {
        let routes = families.flatMap(\.endpoints).map(\.route)
        unservedAPI = UnservedAPI(served: routes.filter { $0.audience == .clients }.flatMap(\.patterns))
        wholeServer = MethodAnswer.wholeServer(routes)
        territories = families.compactMap { family in family.territory.map { ($0, family.manners) } }
    }

    /// Returns the answer to a request for which there is no endpoint.
    func refusal(of received: HTTPRequest, _ destination: borrowing Destination) -> HTTPResponse {
        if case .wrongMethod(let methods, _) = destination.match {
            return MethodAnswer.wrongMethod(
                destination.request, destination.audience, manners(of: destination), allowed: methods)
        }
        if received.method == .options, received.target == "*" { return wholeServer }
        return notFound(destination.audience, manners(of: destination), destination.request.path)
    }

    /// Returns the manners of the API that a request is addressed to.
    func manners(of destination: borrowing Destination) -> Manners {
        switch destination.match {
        case .found(let found, _): return found.manners
        case .wrongMethod(_, let other): return other.manners
        case .notFound:
            // Repeated slashes count as one, as they do for `Router`.
            let path = "/" + destination.request.path.split(separator: "/").joined(separator: "/") + "/"
            return territories.first { path.startsWithBytes(of: $0.start) }?.manners ?? .talkative
        }
    }

    private func notFound(_ audience: Audience, _ manners: Manners, _ path: String) -> HTTPResponse {
        guard audience == .clients else {
            return Problem.response(.notFound, "Not found", "The simulator has nothing under this path.")
        }
        switch manners {
        case .talkative: return unservedAPI.response(to: path) ?? HTTPResponse(.notFound, text: "Not found")
        case .terse: return HTTPResponse(.notFound)
        }
    }
}
