import Dispatch
import PassCore
import PassHTTP

extension HTTPAnswer {
    /// The maximum time to wait for an answer.
    private static let patience = DispatchTimeInterval.seconds(60)
    /// The maximum number of bytes that are collected from a streamed body.
    private static let mostBytes = 67_108_864

    /// Returns the whole response, for a caller without a connection; waits for a later answer and for a stream's end.
    ///
    /// The response counts as delivered, without its delay and its fault.
    func whole() -> HTTPResponse {
        var response =
            switch self {
            case .ready(let response): response
            case .work(_, let work): work(nil)
            case .later(let begin): Self.wait(begin)
            case .stream(let response, let begin): Self.collect(response, begin)
            }
        response.receipt?.report(.whole(contentLength: response.body.count))
        response.receipt = nil
        return response
    }

    private static func wait(_ begin: (HTTPReply) -> Void) -> HTTPResponse {
        final class Slot: Sendable {
            let response = Guarded<HTTPResponse?>(nil)
            let isFilled = DispatchSemaphore(value: 0)
        }
        let (slot, interruption) = (Slot(), HTTPInterruption())
        begin(
            HTTPReply(interruption) { response in
                slot.response.withLock { $0 = response }
                slot.isFilled.signal()
            })
        _ = slot.isFilled.wait(timeout: .now() + patience)
        if let response = slot.response.withLock({ $0 }) { return response }
        interruption.raise(.clientGone)
        return incomplete
    }

    private static func collect(_ head: HTTPResponse, _ begin: (HTTPBodyStream) -> Void) -> HTTPResponse {
        let isWritten = DispatchSemaphore(value: 0)
        let channel = HTTPBodyChannel(limit: mostBytes) { isWritten.signal() }
        begin(HTTPBodyStream(channel))
        var response = head
        let deadline = DispatchTime.now() + patience
        while response.body.count <= mostBytes, isWritten.wait(timeout: deadline) == .success {
            let (bytes, end) = channel.take()
            response.body += bytes
            if let end { return end == .complete ? response : incomplete }
            channel.update(unsent: 0)
        }
        channel.interruption.raise(.clientGone)
        channel.close()
        return incomplete
    }

    private static var incomplete: HTTPResponse {
        HTTPResponse(
            .serviceUnavailable,
            text: "The answer couldn't be completed: it was interrupted, too long or too late.\n")
    }
}
