/// A whole response; framing fields (`Content-Length`, `Connection`) and `Date` are the serializer's work.
package struct HTTPResponse: Sendable {
    package var status: HTTPStatus
    package var fields: HTTPFields
    package var body: [UInt8]
    /// How the bytes leave: at once unless something asks otherwise.
    package var delivery: Delivery = .immediate

    /// The way of the bytes to the peer.
    package enum Delivery: Hashable, Sendable {
        case immediate
        /// The whole response after that many milliseconds (0 to 600,000); the connection waits, no thread does.
        case delayed(milliseconds: Int)
    }

    package init(_ status: HTTPStatus = .ok, fields: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    package init(_ status: HTTPStatus = .ok, type: String, _ body: [UInt8]) {
        self.init(status, fields: [.contentType: type], body: body)
    }

    package init(_ status: HTTPStatus = .ok, text: String) {
        self.init(status, type: "text/plain;charset=UTF-8", Array(text.utf8))
    }
}
