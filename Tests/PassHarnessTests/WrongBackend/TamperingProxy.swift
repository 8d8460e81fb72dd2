import AccessEnabler
import PassCore
import Testing

@testable import PassHarness

/// Stands between devices and a backend, and flips one thing in what the backend says.
final class TamperingProxy: HTTPTransport {
    private let backend: any HTTPTransport
    private let mutation: Mutation
    /// The first answer to each operation, for mutations that say it again.
    private let first = Guarded<[String: TransportResponse]>([:])

    init(_ backend: any HTTPTransport, _ mutation: Mutation) {
        self.backend = backend
        self.mutation = mutation
    }

    func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
        let answer = try await backend.send(request)
        let operation = Exchange.operation(of: request.url)
        guard operation == mutation.operation else { return answer }
        let earlier = first.withLock { first in
            defer { if first[operation] == nil { first[operation] = answer } }
            return first[operation]
        }
        return mutation.change(answer, earlier)
    }
}

/// One thing that a backend may do wrong, and the scenarios that must notice it.
struct Mutation: Sendable, CustomTestStringConvertible {
    let title: String
    let operation: String
    let noticedBy: [String]
    /// Gets the answer, and the first one to this operation unless this is it.
    let change: @Sendable (TransportResponse, TransportResponse?) -> TransportResponse

    init(
        _ title: String, _ operation: String, noticedBy: [String],
        change: @escaping @Sendable (TransportResponse, TransportResponse?) -> TransportResponse
    ) {
        self.title = title
        self.operation = operation
        self.noticedBy = noticedBy
        self.change = change
    }

    /// Changes the text of the answer.
    init(
        _ title: String, _ operation: String, noticedBy: [String], text change: @escaping @Sendable (String) -> String
    ) {
        self.init(title, operation, noticedBy: noticedBy) { answer, _ in
            var answer = answer
            answer.body = Array(change(String(decoding: answer.body, as: UTF8.self)).utf8)
            return answer
        }
    }

    /// Puts one text in place of another.
    init(_ title: String, _ operation: String, noticedBy: [String], _ text: String, becomes other: String) {
        self.init(title, operation, noticedBy: noticedBy, text: { $0.replacing(text, with: other) })
    }

    var testDescription: String { title }
}
