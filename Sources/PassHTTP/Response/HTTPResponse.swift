/// A complete response; the serializer adds the framing fields (`Content-Length`, `Connection`) and `Date`.
package struct HTTPResponse: Sendable {
    package var status: HTTPStatus
    package var fields: HTTPFields
    package var body: [UInt8]
    /// The time and the manner in which the response is sent, by default at once and as it is.
    ///
    /// It has no effect on a response whose body is streamed.
    package var delivery = Delivery()

    /// A way of sending a response to the client.
    package struct Delivery: Hashable, Sendable {
        /// The milliseconds before the first byte (0 to 600,000); the connection waits, but no thread does.
        package var delayMilliseconds = 0
        /// The deliberate fault with which the response is sent after its delay.
        ///
        /// A fault holds plain numbers only, so that copying a response doesn't count a reference for it.
        package var fault: TransportFault?

        package init() {}

        package static let immediate = Delivery()

        /// Returns the delivery of the whole response after that many milliseconds.
        package static func delayed(milliseconds: Int) -> Delivery {
            var delivery = Delivery()
            delivery.delayMilliseconds = milliseconds
            return delivery
        }

        /// Whether the response is sent at once and as it is.
        package var isImmediate: Bool { delayMilliseconds == 0 && fault == nil }
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
