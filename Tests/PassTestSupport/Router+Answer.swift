import Dispatch
import PassCore
package import PassDomain
package import PassEndpointKit
package import PassHTTP

extension Router {
    /// The endpoint's answer to the request, as the pipeline gives it; `nil` without an endpoint.
    ///
    /// An answer that is given later is waited for. Of a streamed one the head and the first piece are returned.
    package func answer(_ request: HTTPRequest, in world: World, links: Links) -> HTTPResponse? {
        guard case .found(let found, let captures) = match(request) else { return nil }
        var exchange = Exchange(
            request: request, world: world, links: links, now: world.clock.now(), captures: captures)
        guard case .loop = found.route.place else { return found.answer(&exchange) }
        switch found.answerOnLoop(&exchange, forced: nil) {
        case .ready(let response): return response
        case .work(let work): return found.answer(exchange, work)
        case .later(let begin): return Self.wait(begin)
        case .stream(let head, let begin): return Self.firstPiece(head, begin)
        }
    }

    private static func wait(_ begin: (HTTPReply) -> Void) -> HTTPResponse? {
        let isThere = DispatchSemaphore(value: 0)
        let answer = Guarded<HTTPResponse?>(nil)
        begin(
            HTTPReply(HTTPInterruption()) { response in
                answer.withLock { $0 = response }
                isThere.signal()
            })
        isThere.wait()
        return answer.withLock(\.self)
    }

    private static func firstPiece(_ head: HTTPResponse, _ begin: (HTTPBodyStream) -> Void) -> HTTPResponse {
        let isWritten = DispatchSemaphore(value: 0)
        let channel = HTTPBodyChannel(limit: 1 << 20) { isWritten.signal() }
        begin(HTTPBodyStream(channel))
        isWritten.wait()
        var response = head
        response.body += channel.take().bytes
        channel.interruption.raise(.clientGone)
        channel.close()
        return response
    }
}
