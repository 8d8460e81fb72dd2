import Dispatch
import PassCore
import PassHTTP
import PassInstruments

/// Gives a later answer on the thread that asks for it, which waits meanwhile.
enum BlockingWait {
    static func response(
        _ begin: (@escaping @Sendable (HTTPResponse) -> Void) throws -> JournalWait?
    ) rethrows -> HTTPResponse {
        let slot = AnswerSlot()
        let wait = try begin { slot.set($0) }
        defer { wait?.cancel() }
        return slot.value()
    }

    private final class AnswerSlot: Sendable {
        private let answer = Guarded<HTTPResponse?>(nil)
        private let isThere = DispatchSemaphore(value: 0)

        func set(_ response: HTTPResponse) {
            answer.withLock { $0 = response }
            isThere.signal()
        }

        func value() -> HTTPResponse {
            isThere.wait()
            return answer.withLock(\.self) ?? HTTPResponse(.serviceUnavailable)
        }
    }
}
