import Dispatch
import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import Synchronization

/// A wait for an exchange at this node and at the others. The first exchange found is the answer; if none is found, the
/// part of the wait that ends last sends the answer.
final class PeerWait: Sendable {
    private let reply: HTTPReply
    private let waiting: Guarded<Int>
    private let isOver = Atomic(false)
    /// Signalled when the wait is over, to end the pause before the other nodes are asked again.
    private let over = DispatchSemaphore(value: 0)
    private let slice: Double

    private static let queue = DispatchQueue(label: "waits at other nodes", attributes: .concurrent)
    private static let running = Atomic(0)
    /// The maximum number of waits that ask other nodes at once. Each wait occupies a thread.
    private static let most = 48

    /// Begins a wait.
    ///
    /// - Parameters:
    ///   - count: the number of parts of the wait: 1 for this node only, 2 if other nodes are asked too.
    ///   - slice: the maximum number of seconds for which another node waits before it answers and is asked again. When
    ///     the wait has ended here, the other nodes wait for no longer than this.
    init(_ reply: HTTPReply, in count: Int, slice: Double = 1) {
        self.reply = reply
        waiting = Guarded(count)
        self.slice = slice
    }

    /// Answers with an exchange.
    func succeed(_ answer: HTTPResponse) {
        let answer = HTTPResponse(
            .ok, fields: [.contentType: "application/json", .cacheControl: "no-store"], body: answer.body)
        finish(answer)
    }

    /// Ends all parts of the wait with an answer.
    func finish(_ answer: HTTPResponse) {
        cancel()
        reply.send(answer)
    }

    /// Ends one part of the wait; the last one sends the answer.
    func end(_ answer: () -> HTTPResponse) {
        let isLast = waiting.withLock { waiting in
            waiting -= 1
            return waiting == 0
        }
        if isLast { reply.send(answer()) }
    }

    func cancel() {
        isOver.store(true, ordering: .relaxed)
        over.signal()
    }

    /// Asks the other nodes until one has the exchange.
    ///
    /// - Parameters:
    ///   - parameters: the request's parameters except `timeoutSeconds`.
    ///   - timeout: returns the answer for the case that no node has the exchange in time.
    /// - Returns: `false` if too many waits ask other nodes already.
    func ask(
        _ peers: any PeerNodes, _ parameters: [(name: String, value: String)], of namespace: NamespaceName,
        seconds: Double, _ timeout: @escaping @Sendable () -> HTTPResponse
    ) -> Bool {
        guard Self.running.add(1, ordering: .relaxed).newValue <= Self.most else {
            Self.running.subtract(1, ordering: .relaxed)
            return false
        }
        let query = FormFields.encode(parameters)
        let begun = DispatchTime.now().uptimeNanoseconds
        Self.queue.async { [self] in
            defer { Self.running.subtract(1, ordering: .relaxed) }
            while !isOver.load(ordering: .relaxed) {
                let left = seconds - Double(DispatchTime.now().uptimeNanoseconds - begun) / 1e9
                let (asked, part) = (DispatchTime.now(), max(0, min(left, slice)))
                let target = "/_sim/exchanges/await?" + (query.isEmpty ? "" : query + "&") + "timeoutSeconds=\(part)"
                let milliseconds = Int(part * 1_000) + PeerJournals.milliseconds
                let answers = peers.ask(.get, target, of: namespace, within: milliseconds)
                if let found = answers.compactMap(\.response).first(where: { $0.status == .ok }) {
                    return succeed(found)
                }
                if left <= slice || answers.allSatisfy({ $0.response == nil }) { break }
                // Nodes that refuse the wait answer at once. They are asked again only when the slice is over.
                _ = over.wait(timeout: asked + part)
            }
            end(timeout)
        }
        return true
    }
}
