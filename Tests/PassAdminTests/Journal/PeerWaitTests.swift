import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassAdmin

@Suite("Waits at other nodes")
struct PeerWaitTests {
    /// Two other nodes, of which one gives the same answer at once each time, and one can't be reached.
    private final class Nodes: PeerNodes {
        let node = "a"
        let answer: HTTPResponse
        let targets = Guarded<[String]>([])

        init(_ answer: HTTPResponse) { self.answer = answer }

        func ask(
            _ method: HTTPMethod, _ target: String, of namespace: NamespaceName, within milliseconds: Int
        ) -> [PeerAnswer] {
            targets.withLock { $0.append(target) }
            return [PeerAnswer(node: "b", response: answer), PeerAnswer(node: "c", response: nil)]
        }
    }

    /// Waits at other nodes only, and returns the answer.
    private func wait(at nodes: Nodes, seconds: Double, slice: Double) async -> HTTPResponse {
        await withCheckedContinuation { continuation in
            let reply = HTTPReply(HTTPInterruption()) { continuation.resume(returning: $0) }
            let wait = PeerWait(reply, in: 1, slice: slice)
            let begins = wait.ask(nodes, [("path", "/a b")], of: .default, seconds: seconds) {
                HTTPResponse(.requestTimeout)
            }
            #expect(begins)
        }
    }

    @Test("A node that refuses the wait at once is asked once in each slice of the wait")
    func refusal() async {
        let nodes = Nodes(HTTPResponse(.serviceUnavailable))
        let answer = await wait(at: nodes, seconds: 0.2, slice: 0.05)
        #expect(answer.status == .requestTimeout)
        #expect((1...5).contains(nodes.targets.withLock(\.count)))
    }

    @Test("The first node that has an exchange answers the wait")
    func found() async {
        let nodes = Nodes(HTTPResponse(.ok, type: "application/json", Array("{}".utf8)))
        let answer = await wait(at: nodes, seconds: 60, slice: 30)
        #expect(answer.status == .ok && answer.body == Array("{}".utf8))
        #expect(answer.fields[.cacheControl] == "no-store")
        #expect(nodes.targets.withLock(\.self) == ["/_sim/exchanges/await?path=%2Fa+b&timeoutSeconds=30.0"])
    }
}
