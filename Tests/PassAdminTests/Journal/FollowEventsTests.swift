import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@testable import PassAdmin

@Suite("Exchanges as they happen")
struct FollowEventsTests {
    @discardableResult
    private func begin(_ site: JournalSite, _ path: String) -> JournalTicket {
        site.journal.begin(HTTPRequest(target: path), nil, at: Timestamp(seconds: 1_767_225_600))
    }

    private func subscription(
        _ site: JournalSite, after last: ExchangeID? = nil, wake: @escaping @Sendable () -> Void = {}
    ) throws -> EventSubscription {
        EventSubscription(
            ExchangeReader(
                journal: site.journal, namespace: .default, indexes: JournalIndexes()), ExchangeQuery(), after: last,
            mask: { _ in nil }, wake: wake)
    }

    /// The names of the events and the paths of their exchanges.
    private func events(_ text: [UInt8]) throws -> [String] {
        try String(decoding: text, as: UTF8.self).split(separator: "\n\n").compactMap { block in
            let lines = block.split(separator: "\n")
            guard let name = lines.first(where: { $0.hasPrefix("event: ") })?.dropFirst(7),
                let data = lines.first(where: { $0.hasPrefix("data: ") })?.dropFirst(6)
            else { return nil }
            let path = try JSONValue.parse(Array(data.utf8))["path"]?.stringValue
            return "\(name) \(path ?? "")"
        }
    }

    @Test("The stream begins with its position; a client that reconnects gets the events since then, in order")
    func resume() throws {
        let site = try JournalSite()
        let first = begin(site, "/a")
        let answer = try site.answer(.get("/_sim/events"))
        #expect(answer.fields[.contentType] == "text/event-stream")
        #expect(String(decoding: answer.body, as: UTF8.self) == "retry: 1000\nid: \(first.id)\n\n")
        let second = begin(site, "/b")
        site.journal.complete(second, HTTPResponse())
        site.journal.complete(first, HTTPResponse())
        let later = try site.answer(.get("/_sim/events", ["Last-Event-ID": first.id.description]))
        #expect(try events(later.body) == ["arrival /b", "completion /b", "completion /a"])
        let all = try site.answer(.get("/_sim/events?path=/a", ["Last-Event-ID": "zzzzzz-5"]))
        #expect(try events(all.body) == ["arrival /a", "completion /a"])
        let bad = try site.answer(.get("/_sim/events?flow=x"))
        #expect(bad.status == .badRequest)
    }

    @Test("A subscription gets each arrival and each answer once, and none after its end")
    func subscribe() async throws {
        let site = try JournalSite()
        begin(site, "/old")
        let subscription = try subscription(site)
        let ticket = begin(site, "/a")
        site.journal.complete(ticket, HTTPResponse())
        await flush(site)
        #expect(try events(subscription.take()) == ["arrival /a", "completion /a"])
        #expect(subscription.take().isEmpty)
        subscription.cancel()
        begin(site, "/b")
        await flush(site)
        #expect(subscription.take().isEmpty && site.journal.feed.count == 0)
    }

    @Test("Events that a slow client doesn't read are dropped and counted")
    func slow() async throws {
        let site = try JournalSite(capacity: 10_000)
        let subscription = try subscription(site)
        let path = "/" + String(repeating: "a", count: 8_000)
        for _ in 1...4 {
            for _ in 1...100 { begin(site, path) }
            await flush(site)
        }
        let text = subscription.take()
        #expect(text.count <= EventSubscription.capacity + 200)
        #expect(String(decoding: text.suffix(100), as: UTF8.self).contains("event: dropped\ndata: {\"dropped\":"))
        begin(site, "/next")
        await flush(site)
        #expect(try events(subscription.take()) == ["arrival /next"])
    }

    @Test("A subscription wakes its client")
    func wake() async throws {
        let site = try JournalSite()
        let holder = Guarded<EventSubscription?>(nil)
        await withCheckedContinuation { continuation in
            let box = WakeBox(continuation)
            let made = try? subscription(site, wake: { box.wake() })
            holder.withLock { $0 = made }
            begin(site, "/a")
        }
        let text = holder.withLock { $0?.take() } ?? []
        #expect(try events(text) == ["arrival /a"])
    }

    /// Waits until the observers were told everything.
    private func flush(_ site: JournalSite) async {
        await withCheckedContinuation { continuation in site.journal.feed.afterNews { continuation.resume() } }
    }
}

/// Wakes one waiting test, once.
private final class WakeBox: Sendable {
    private let continuation: Guarded<CheckedContinuation<Void, Never>?>

    init(_ continuation: CheckedContinuation<Void, Never>) {
        self.continuation = Guarded(continuation)
    }

    func wake() {
        let waiting = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        waiting?.resume()
    }
}
