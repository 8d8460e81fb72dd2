/// A complete response; the serializer adds the framing fields (`Content-Length`, `Connection`) and `Date`.
package struct HTTPResponse: Sendable {
    package var status: HTTPStatus
    package var fields: HTTPFields
    package var body: [UInt8]
    /// The way in which the response is sent, at once by default.
    package var delivery: Delivery = .immediate

    /// A way of sending a response to the peer.
    package enum Delivery: Hashable, Sendable {
        case immediate
        /// The whole response after that many milliseconds (0 to 600,000); the connection waits, but no thread does.
        case delayed(milliseconds: Int)
    }

    package init(_ status: HTTPStatus = .ok, fields: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Creates a response with a body of that media type.
    package init(_ status: HTTPStatus = .ok, type: String, _ body: [UInt8]) {
        self.init(status, fields: [.contentType: type], body: body)
    }

    /// Creates a plain-text response.
    package init(_ status: HTTPStatus = .ok, text: String) {
        self.init(status, type: "text/plain;charset=UTF-8", Array(text.utf8))
    }
}

extension HTTPSyntaxError {
    /// The answer to send before the connection is closed.
    package var response: HTTPResponse {
        var response = HTTPResponse(status, text: message + "\n")
        if status == .serviceUnavailable { response.fields.append(.retryAfter, "1") }
        return response
    }
}
