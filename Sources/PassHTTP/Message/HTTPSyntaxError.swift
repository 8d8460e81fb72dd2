/// The reason why a message was refused: the status to answer with, and the byte of the message that was wrong.
package struct HTTPSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The offset of the wrong byte, counted from the first byte of the message.
    package let offset: Int
    /// The status to answer with.
    package let status: HTTPStatus
    /// One sentence that says what was wrong.
    package let message: String

    init(_ status: HTTPStatus = .badRequest, at offset: Int, _ message: String) {
        self.status = status
        self.offset = offset
        self.message = message
    }

    package var description: String { "\(message) (byte \(offset), status \(status.code))" }

    /// Returns the same error for a message of which `bytes` bytes were consumed before the window.
    func shifted(by bytes: Int) -> HTTPSyntaxError {
        HTTPSyntaxError(status, at: offset + bytes, message)
    }

    /// Returns the error for content that is longer than `limit` bytes.
    package static func contentTooLarge(limit: Int) -> HTTPSyntaxError {
        HTTPSyntaxError(.contentTooLarge, at: 0, "The content is larger than the limit of this path, \(limit) bytes.")
    }
}
