import PassCore

/// A complete response; the serializer adds the framing fields (`Content-Length`, `Connection`) and `Date`.
package struct HTTPResponse: Sendable {
    package var status: HTTPStatus
    package var fields: HTTPFields
    package var body: [UInt8]
    /// When and how the response is sent. By default, it is sent at once and unchanged.
    ///
    /// This property has no effect on a response whose body is streamed.
    package var delivery = Delivery()
    /// The place where the connection reports what became of a response that has a delay or a fault.
    ///
    /// `nil` for every other response, and where the delivery isn't watched.
    package var receipt: DeliveryReceipt?

    /// A way of sending a response to the client.
    package struct Delivery: Hashable, Sendable {
        /// The milliseconds before the first byte (0 to 600,000); the connection waits, but no thread does.
        package var delayMilliseconds = 0
        /// The deliberate fault with which the response is sent after its delay.
        ///
        /// A fault holds plain numbers only, so that a fault adds no reference counting to the copying of a response.
        package var fault: TransportFault?

        package init() {}

        package static let immediate = Delivery()

        /// Returns a delivery that sends the whole response after the given number of milliseconds.
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
        // A dictionary literal would allocate an array.
        var fields = HTTPFields()
        fields.append(.contentType, type)
        self.init(status, fields: fields, body: body)
    }

    /// Creates a plain-text response.
    package init(_ status: HTTPStatus = .ok, text: String) {
        self.init(status, type: "text/plain;charset=UTF-8", Array(text.utf8))
    }
}

extension HTTPSyntaxError {
    /// The answer to send before the connection is closed.
    ///
    /// The content is one sentence. For too much content, it is a problem document (RFC 9457), because a correct client
    /// of the simulator's own paths may exceed that limit.
    package var response: HTTPResponse {
        if status == .contentTooLarge {
            let body = JSONWriter.object { problem in
                problem.member("type", "about:blank")
                problem.member("title", "Content too large")
                problem.member("status", status.code)
                problem.member("detail", message)
            }
            return HTTPResponse(status, type: "application/problem+json", body)
        }
        var response = HTTPResponse(status, text: message + "\n")
        if status == .serviceUnavailable { response.fields.append(.retryAfter, "1") }
        return response
    }
}
