import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The stage that holds back who asks too often, where a World's policy says so (Adobe, "Throttling mechanism").
///
/// It holds for every operation of the service. The simulator's own paths and the MVPDs' pages are free.
enum Throttling {
    /// No address is longer; a longer text in a header field counts by its start.
    private static let longestAddress = 64

    static func admits(_ request: HTTPRequest, for audience: Audience, in world: World) -> Bool {
        guard case .clients = audience, let rule = world.policy.throttle else { return true }
        return world.throttle.admits(address(of: request), rule, now: world.clock.now())
    }

    /// The page of the service's front server.
    static let refusal = HTTPResponse(
        .tooManyRequests, fields: [.contentType: "text/html", "Server": "openresty"],
        body: Array(
            """
            <html>\r
            <head><title>429 Too Many Requests</title></head>\r
            <body>\r
            <center><h1>429 Too Many Requests</h1></center>\r
            <hr><center>openresty</center>\r
            </body>\r
            </html>\r

            """.utf8))

    /// The first address of `X-Forwarded-For`, whoever sent it: servers that ask for their viewers name them so.
    private static func address(of request: HTTPRequest) -> String {
        if let field = request.fields["X-Forwarded-For"] {
            let first = field.prefix { $0 != "," }.filter { $0 != " " && $0 != "\t" }
            if !first.isEmpty { return String(first.prefix(longestAddress)) }
        }
        return request.connection.peerAddress
    }
}
