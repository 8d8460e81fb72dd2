internal import PassXML

/// What the service says to `deviceShortAuthorize`.
package enum MediaTokenAnswer: Sendable, Equatable {
    /// The body as it came: nothing stands around the token.
    case token(String)
    case pendingLogout(reason: String)
    case denied(ServiceDenial)
    /// Another status, or a body that is empty, no text, or a page for people.
    case unusable(status: Int)

    /// Reads an answer of at most a megabyte; a longer one is unusable.
    ///
    /// What a token looks like is not the SDK's business: any other text under 200 counts as one.
    package init(_ response: TransportResponse) {
        self = .unusable(status: response.status)
        guard response.body.count <= XMLLimits.default.bytes, response.status != 401,
            let text = String(validating: response.body, as: UTF8.self)
        else { return }
        let body = ServiceMarkup(response.body)
        let start = text.drop(while: \.isWhitespace)
        if let reason = body.pendingLogout {
            self = .pendingLogout(reason: reason)
        } else if let denial = ServiceDenial(response, body) {
            self = .denied(denial)
        } else if response.status == 200, !start.isEmpty, !Self.isPage(start) {
            self = .token(text)
        }
    }

    /// Whether a gateway or a captive portal answered with a page of its own.
    private static func isPage(_ text: Substring) -> Bool {
        let start = text.prefix(9).lowercased()
        return start.hasPrefix("<!doctype") || start.hasPrefix("<html")
    }
}
