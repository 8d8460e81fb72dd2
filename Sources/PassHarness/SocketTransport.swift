public import AccessEnabler
import Dispatch
import PassHTTP
import PassNetwork

/// A transport that sends each request on a raw socket of its own.
///
/// Waiting for an answer blocks none of the threads that tasks run on, nor any that a simulator in the same process
/// uses.
public struct SocketTransport: HTTPTransport {
    private let client: HTTPClient

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - certificateAuthority: PEM text of the certificates to trust instead of the system's.
    ///   - timeoutMilliseconds: the time limit for a whole request.
    public init(certificateAuthority: String? = nil, timeoutMilliseconds: Int = 30_000) {
        client = HTTPClient(
            trustedCertificatesPEM: certificateAuthority.map { Array($0.utf8) },
            timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Sends a request on a new socket, and returns the answer.
    public func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
        let client = client
        // Concurrent queues share as many threads as there are cores, and Dispatch adds only one more each second while
        // those wait. A serial queue has a thread outside that pool.
        let queue = DispatchQueue(label: "pass-simulator.transport")
        let answer: Result<TransportResponse, AccessEnabler.TransportError> = await withCheckedContinuation {
            continuation in
            queue.async { continuation.resume(returning: Self.send(request, by: client)) }
        }
        return try answer.get()
    }

    private static func send(
        _ request: TransportRequest, by client: HTTPClient
    ) -> Result<TransportResponse, AccessEnabler.TransportError> {
        var fields: HTTPFields = [:]
        for field in request.fields { fields.append(HTTPFieldName(field.name), field.value) }
        do {
            let response = try client.send(
                HTTPMethod(rawValue: request.method), url: request.url, fields: fields, body: request.body)
            return .success(
                TransportResponse(
                    status: response.status.code,
                    fields: response.fields.pairs.map { TransportField($0.name, $0.value) }, body: response.body))
        } catch {
            return .failure(AccessEnabler.TransportError(error))
        }
    }
}

extension AccessEnabler.TransportError {
    fileprivate init(_ error: NetworkError) {
        switch error.code {
        case .tlsFailed: self = .untrusted("\(error)")
        case .timedOut: self = .timedOut
        default: self = .unreachable("\(error)")
        }
    }
}
