import Dispatch
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Answers without a connection")
struct WholeAnswerTests {
    private func elsewhere(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue.global().async(execute: body)
    }

    @Test("A caller gets a later answer when it is given, and 503 when none is given")
    func later() {
        let answer = HTTPAnswer.later { reply in elsewhere { reply.send(HTTPResponse(.created)) } }
        #expect(answer.whole().status == .created)
        #expect(HTTPAnswer.later { _ in }.whole().status == .serviceUnavailable)
    }

    @Test("A stream's pieces are collected until its end, and are 503 when it breaks off")
    func stream() {
        let answer = HTTPAnswer.stream(HTTPResponse(.created, text: "a")) { stream in
            elsewhere {
                stream.write([98])
                stream.write([99]) { stream.end() }
            }
        }
        #expect(answer.whole().status == .created)
        #expect(answer.whole().body == [97, 98, 99])
        let broken = HTTPAnswer.stream(HTTPResponse()) { stream in stream.write([97]) }
        #expect(broken.whole().status == .serviceUnavailable)
    }
}
