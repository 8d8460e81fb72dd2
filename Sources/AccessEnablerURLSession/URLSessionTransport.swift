public import AccessEnabler
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries the SDK's requests by URLSession: no redirect is followed, no cookie kept, nothing cached.
///
/// It trusts what the system trusts. On Linux URLSession takes further authorities from a PEM file that the environment names before the
/// process makes its first session: `URLSessionCertificateAuthorityInfoFile=/path/to/ca.pem`; they replace the system's.
///
/// An answer whose body is longer than 64 MiB is given up as `unreachable`.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let transfers: Transfers

    /// - Parameter timeoutSeconds: for a whole request.
    public convenience init(timeoutSeconds: Double = 30) {
        self.init(timeoutSeconds: timeoutSeconds, longestBody: 64 << 20)
    }

    /// - Parameter longestBody: in bytes.
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

    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard let url = URL(string: request.url) else { throw .unreachable("\(request.url) is no URL") }
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
