import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassRESTv2

extension ForcedFailure {
    /// The way in which a failure is caused.
    enum Cause {
        /// The operation's family answers with this failure.
        case failure(EntitlementFailure)
        /// A server in front of the service gives this answer.
        case answer(HTTPResponse)
    }

    var cause: Cause {
        switch self {
        case .denied(nil): .failure(.denied(.notSubscribed))
        case .denied(let message?): .failure(.denied(Denial(.noAuthZ, message)))
        case .named(.tooManyRequests): .answer(ThrottlingAnswer.page)
        case .named(.internalError): .answer(ContainerPage.response(.internalServerError, "Internal Server Error"))
        case .named(let name): .failure(name.failure ?? .storeFull)
        case .enhancedError(let code): .failure(EnhancedFailures.failure(code: code) ?? .storeFull)
        }
    }
}

/// The answer of the service's front server to a client that asks too often.
enum ThrottlingAnswer {
    static let page = HTTPResponse(
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
}
