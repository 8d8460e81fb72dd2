import AccessEnabler
import PassCore

/// A transport that gives each request the same answer, and remembers the requests.
final class Canned: HTTPTransport {
    private let answer: TransportResponse
    private let received = Guarded<[TransportRequest]>([])

    init(status: Int, _ body: String) {
        answer = TransportResponse(status: status, body: Array(body.utf8))
    }

    var requests: [TransportRequest] { received.withLock(\.self) }

    func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
        received.withLock { $0.append(request) }
        return answer
    }
}

/// A transport of a network without servers.
struct Unreachable: HTTPTransport {
    func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
        throw .unreachable("There is no network.")
    }
}

/// A transport that gives its answers one after the other.
final class Pages: HTTPTransport {
    private let rest: Guarded<[String]>
    private let received = Guarded<[String]>([])

    init(_ bodies: [String]) {
        rest = Guarded(bodies)
    }

    var urls: [String] { received.withLock(\.self) }

    func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
        received.withLock { $0.append(request.url) }
        return TransportResponse(status: 200, body: Array(rest.withLock { $0.removeFirst() }.utf8))
    }
}
