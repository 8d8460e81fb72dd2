import PassCore

/// A serializer that writes a response as one run of bytes, with the framing that its connection needs.
///
/// The fields are written in their order, then `Content-Length` (RFC 9112, section 6.3), `Date` (unless the response
/// has one) and, where it differs from the version's default, `Connection`. The response's own `Content-Length`,
/// `Transfer-Encoding` and `Connection` are left out.
package struct HTTPResponseSerializer: Sendable {
    /// The method of the request that is answered.
    package var method: HTTPMethod
    /// The version of the request that is answered.
    package var version: HTTPVersion
    /// Whether the connection stays open after the response.
    package var keepsAlive: Bool

    package init(method: HTTPMethod, version: HTTPVersion, keepsAlive: Bool) {
        self.method = method
        self.version = version
        self.keepsAlive = keepsAlive
    }

    package func write(
        _ response: HTTPResponse, _ dates: borrowing HTTPDateCache, into output: inout OutputBuffer
    ) {
        if writeHead(response, length: response.body.count, dates, into: &output) { output.append(response.body) }
    }

    /// Writes the status line and the header fields, with the empty line after them.
    ///
    /// - Parameter length: the value of `Content-Length`; `nil` for content that comes in pieces, whose length isn't
    ///   known.
    /// - Returns: whether the content follows; a response to HEAD and one with the status 204 or 304 have none.
    @inline(__always)
    func writeHead(
        _ response: HTTPResponse, length: Int?, _ dates: borrowing HTTPDateCache, into output: inout OutputBuffer
    ) -> Bool {
        // An interim status would leave the client waiting for a final one, so 500 is sent instead.
        let status = response.status.code < 200 ? HTTPStatus.internalServerError : response.status
        Self.writeStatusLine(status, into: &output)
        response.fields.write(into: &output)
        let hasContent = status.code != 204 && status.code != 304
        if hasContent {
            if let length {
                output.append("Content-Length: ")
                output.append(decimal: length)
                output.append("\r\n")
            } else if version == .http11 {
                output.append("Transfer-Encoding: chunked\r\n")
            }
        }
        if !response.fields.contains(.date) { dates.write(into: &output) }
        if !keepsAlive {
            output.append("Connection: close\r\n\r\n")
        } else if version == .http10 {
            output.append("Connection: keep-alive\r\n\r\n")
        } else {
            output.append("\r\n")
        }
        return hasContent && method != .head
    }

    /// Writes a piece of content whose length isn't known: in HTTP/1.1 as a chunk (RFC 9112, section 7.1).
    func writePiece(_ bytes: [UInt8], into output: inout OutputBuffer) {
        // An empty chunk would end the content.
        if bytes.isEmpty { return }
        guard version == .http11 else {
            output.append(bytes)
            return
        }
        output.append(Array(String(bytes.count, radix: 16).utf8))
        output.append("\r\n")
        output.append(bytes)
        output.append("\r\n")
    }

    /// Writes the end of content whose length isn't known; in HTTP/1.0 it is the connection's end.
    func writeEnd(into output: inout OutputBuffer) {
        if version == .http11 { output.append("0\r\n\r\n") }
    }

    private static func writeStatusLine(_ status: HTTPStatus, into output: inout OutputBuffer) {
        if status == .ok {
            output.append("HTTP/1.1 200 OK\r\n")
            return
        }
        output.append("HTTP/1.1 ")
        output.append(decimal: status.code)
        output.append(" ")
        output.append(status.reason)
        output.append("\r\n")
    }
}
