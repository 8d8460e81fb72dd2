import AccessEnabler
import Foundation
import PassCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transfers of one URL session, each with the caller that waits for its answer.
final class Transfers: NSObject {
    typealias Outcome = Result<TransportResponse, AccessEnabler.TransportError>

    private enum Transfer {
        case running(CheckedContinuation<Outcome, Never>, body: [UInt8])
        /// The transfer was ended before it began.
        case ended(Outcome)
    }

    private let longestBody: Int
    /// The transfers, by the identifier of their task in the session.
    private let transfers = Guarded<[Int: Transfer]>([:])

    /// Creates an empty list of transfers.
    ///
    /// - Parameter longestBody: the maximum length of a body, in bytes; a longer body ends its transfer.
    init(longestBody: Int) { self.longestBody = longestBody }

    /// Starts a task, and resumes `continuation` when its transfer ends.
    func begin(_ task: URLSessionTask, _ continuation: CheckedContinuation<Outcome, Never>) {
        let ended: Outcome? = transfers.withLock { transfers in
            if case .ended(let outcome) = transfers.removeValue(forKey: task.taskIdentifier) { return outcome }
            transfers[task.taskIdentifier] = .running(continuation, body: [])
            return nil
        }
        if let ended { continuation.resume(returning: ended) } else { task.resume() }
    }

    /// Ends a transfer with the given outcome, and cancels its task.
    func end(_ task: URLSessionTask, _ outcome: Outcome) {
        let waiting: CheckedContinuation<Outcome, Never>? = transfers.withLock { transfers in
            guard case .running(let continuation, _) = transfers.removeValue(forKey: task.taskIdentifier) else {
                transfers[task.taskIdentifier] = .ended(outcome)
                return nil
            }
            return continuation
        }
        task.cancel()
        waiting?.resume(returning: outcome)
    }

    /// Forgets a transfer that its caller doesn't wait for any more.
    func forget(_ task: URLSessionTask) {
        transfers.withLock { _ = $0.removeValue(forKey: task.taskIdentifier) }
    }

    private func outcome(of task: URLSessionTask, _ error: (any Error)?, body: [UInt8]) -> Outcome {
        if let error { return .failure(AccessEnabler.TransportError(error)) }
        guard let response = task.response as? HTTPURLResponse else {
            return .failure(
                .unreachable(
                    "\(task.originalRequest?.url?.absoluteString ?? "") gave an answer that isn't HTTP"))
        }
        return .success(
            TransportResponse(
                status: response.statusCode, fields: [TransportField](joined: response.allHeaderFields), body: body))
    }
}

extension Transfers: URLSessionDataDelegate {
    /// Refuses to follow a redirect, so that the redirect itself is the answer.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = transfers.withLock { transfers in
            // The entry is removed temporarily, so that appending doesn't copy the bytes.
            guard case .running(let continuation, var body) = transfers.removeValue(forKey: dataTask.taskIdentifier)
            else { return false }
            let isTooLong = data.count > longestBody - body.count
            if !isTooLong { body += data }
            transfers[dataTask.taskIdentifier] = .running(continuation, body: body)
            return isTooLong
        }
        if isTooLong {
            end(dataTask, .failure(.unreachable("the answer has more than \(longestBody) bytes")))
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let ended: Transfer? = transfers.withLock { transfers in
            // A transfer that was ended before it began is left to `begin`.
            guard case .running = transfers[task.taskIdentifier] else { return nil }
            return transfers.removeValue(forKey: task.taskIdentifier)
        }
        guard case .running(let continuation, let body) = ended else { return }
        continuation.resume(returning: outcome(of: task, error, body: body))
    }
}

extension AccessEnabler.TransportError {
    fileprivate init(_ error: any Error) {
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
            // On Linux every failure of TLS is `unknown`. Only libcurl's message distinguishes it from other failures.
            let words = error.localizedDescription
            let isTLS = error.code == .unknown && ["SSL", "TLS", "certificate"].contains { words.contains($0) }
            self = isTLS ? .untrusted(words) : .unreachable(words)
        }
    }
}
