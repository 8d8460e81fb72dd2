/// Why a message was refused while it was read: what to answer, and which byte of the message was wrong.
package struct HTTPSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from the first byte of the message.
    package let offset: Int
    package let status: HTTPStatus
    /// One sentence that says what was wrong.
    package let message: String

    init(_ status: HTTPStatus = .badRequest, at offset: Int, _ message: String) {
        self.status = status
        self.offset = offset
        self.message = message
    }

    package var description: String { "\(message) (byte \(offset), status \(status.code))" }

    /// The same error in a message of which `bytes` bytes had been consumed before the window.
    func shifted(by bytes: Int) -> HTTPSyntaxError {
        HTTPSyntaxError(status, at: offset + bytes, message)
    }

    /// The answer to send before the connection is closed.
    package var response: HTTPResponse {
        var response = HTTPResponse(status, text: message + "\n")
        if status == .serviceUnavailable { response.fields.append(.retryAfter, "1") }
        return response
    }

    /// - Parameter limit: how many bytes the content may have.
    package static func contentTooLarge(limit: Int) -> HTTPSyntaxError {
        HTTPSyntaxError(.contentTooLarge, at: 0, "The content is larger than what is taken here: \(limit) bytes.")
    }
}
