public import AccessEnabler
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries the SDK's requests by URLSession: no redirect is followed, no cookie kept, nothing cached.
///
/// It trusts what the system trusts. On Linux URLSession takes further authorities from a PEM file that the environment names before the
/// process makes its first session: `URLSessionCertificateAuthorityInfoFile=/path/to/ca.pem`; they replace the system's.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession

    /// - Parameter timeoutSeconds: for a whole request.
    public init(timeoutSeconds: Double = 30) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = timeoutSeconds
        configuration.timeoutIntervalForResource = timeoutSeconds
        session = URLSession(configuration: configuration, delegate: StayingDelegate(), delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard let url = URL(string: request.url) else { throw .unreachable("\(request.url) is no URL") }
        var message = URLRequest(url: url)
        message.httpMethod = request.method
        for field in request.fields { message.addValue(field.value, forHTTPHeaderField: field.name) }
        if request.method != "GET" { message.httpBody = Data(request.body) }
        if Task.isCancelled { throw .cancelled }
        do {
            let (body, response) = try await session.data(for: message)
            guard let response = response as? HTTPURLResponse else {
                throw TransportError.unreachable("\(request.url) didn't answer by HTTP")
            }
            return TransportResponse(
                status: response.statusCode,
                fields: response.allHeaderFields.map { TransportField("\($0.key)", "\($0.value)") }, body: Array(body))
        } catch {
            throw Task.isCancelled ? .cancelled : TransportError(error)
        }
    }
}

/// Takes a redirect as the answer that it is.
private final class StayingDelegate: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

extension TransportError {
    fileprivate init(_ error: any Error) {
        if let own = error as? TransportError {
            self = own
            return
        }
        if error is CancellationError {
            self = .cancelled
            return
        }
        guard let error = error as? URLError else {
            self = .unreachable("\(error)")
            return
        }
        switch error.code {
        case .cancelled: self = .cancelled
        case .timedOut: self = .timedOut
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            self = .untrusted(error.localizedDescription)
        default:
            // On Linux every failure of TLS is `unknown`; only the words of libcurl tell it from others.
            let words = error.localizedDescription
            let isTLS = error.code == .unknown && ["SSL", "TLS", "certificate"].contains { words.contains($0) }
            self = isTLS ? .untrusted(words) : .unreachable(words)
        }
    }
}
