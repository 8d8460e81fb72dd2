/// The service's answer to `deviceShortAuthorize`.
package enum MediaTokenAnswer: Sendable, Equatable {
    /// A media token: the whole body, unchanged, since nothing surrounds the token.
    case token(String)
    /// The service demands that the login be removed, for this reason.
    case pendingLogout(reason: String)
    /// The service refused a media token.
    case denied(ServiceDenial)
    /// Any other answer: another status, or a body that is empty, isn't text, or is a web page.
    case unusable(status: Int)

    /// Reads an answer of at most one megabyte; a longer one is unusable.
    ///
    /// The SDK doesn't check what a token looks like: any text with status 200 counts as one unless it is one of the
    /// other answers.
    package init(_ response: TransportResponse, using xml: any EntitlementXMLReader) {
        self = .unusable(status: response.status)
        guard response.body.count <= ServiceMarkup.longest, response.status != 401,
            let text = String(validating: response.body, as: UTF8.self)
        else { return }
        let body = ServiceMarkup(response.body, using: xml)
        let start = text.drop(while: \.isWhitespace)
        if let reason = body.pendingLogout {
            self = .pendingLogout(reason: reason)
        } else if let denial = ServiceDenial(response, body) {
            self = .denied(denial)
        } else if response.status == 200, !start.isEmpty, !Self.isPage(start) {
            self = .token(text)
        }
    }

    /// Whether the text is a web page, as a gateway or a captive portal sends.
    private static func isPage(_ text: Substring) -> Bool {
        let start = text.prefix(9).lowercased()
        return start.hasPrefix("<!doctype") || start.hasPrefix("<html")
    }
}
