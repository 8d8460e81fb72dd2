public import AccessEnabler
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A transport over URLSession that follows no redirects, stores no cookies and caches nothing.
///
/// The transport trusts the certificate authorities that the system trusts. On Linux an environment variable can name a
/// PEM file with other authorities, if it is set before the process makes its first session:
/// `URLSessionCertificateAuthorityInfoFile=/path/to/ca.pem`. These authorities replace the system's.
///
/// An answer whose body is longer than 64 MiB fails as `unreachable`.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let transfers: Transfers

    /// Creates a transport.
    ///
    /// - Parameter timeoutSeconds: the time limit for a whole request, in seconds.
    public convenience init(timeoutSeconds: Double = 30) {
        self.init(timeoutSeconds: timeoutSeconds, longestBody: 64 << 20)
    }

    /// Creates a transport with the given limit for bodies.
    ///
    /// - Parameter longestBody: the maximum length of a body, in bytes.
    init(timeoutSeconds: Double = 30, longestBody: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = timeoutSeconds
        configuration.timeoutIntervalForResource = timeoutSeconds
        transfers = Transfers(longestBody: longestBody)
        session = URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    /// Sends a request and returns its answer.
    ///
    /// - Throws: an error when no answer came, or when the URL isn't valid.
    public func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
        guard let url = URL(string: request.url) else { throw .unreachable("\(request.url) isn't a URL") }
        var message = URLRequest(url: url)
        message.httpMethod = request.method
        for field in request.fields { message.addValue(field.value, forHTTPHeaderField: field.name) }
        if request.method != "GET" { message.httpBody = Data(request.body) }
        if Task.isCancelled { throw .cancelled }
        let (task, transfers) = (session.dataTask(with: message), transfers)
        defer { transfers.forget(task) }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { transfers.begin(task, $0) }
        } onCancel: {
            transfers.end(task, .failure(.cancelled))
        }
        return try result.get()
    }
}
