/// The service's answer to a call for a token (`sessionDevice`, `authorizeDevice`).
package enum TokenAnswer: Sendable, Equatable {
    /// The text of `authnToken` or `authzToken`, unescaped, and the JSON of `userMeta` if there is any.
    case token(String, userMetadata: String?)
    /// The service demands that the login be removed: `<pendingLogout reason="…">true</pendingLogout>`.
    case pendingLogout(reason: String)
    /// Status 401 with `Data not found`: the user hasn't logged in yet, or the session is gone.
    case notFound
    /// The service refused the token.
    case denied(ServiceDenial)
    /// Any other answer: another status, or a body with none of these elements.
    case unusable(status: Int)

    /// Reads an answer of at most one megabyte; a longer one is unusable.
    ///
    /// If a body isn't well-formed, for example because its metadata contains a bare `&`, the text between the tags is
    /// taken, as the vendor's clients do.
    ///
    /// - Parameter element: `authnToken` or `authzToken`.
    package init(_ response: TransportResponse, element: String, using xml: any EntitlementXMLReader) {
        self = .unusable(status: response.status)
        guard response.body.count <= ServiceMarkup.longest else { return }
        if response.status == 401 {
            if String(decoding: response.body, as: UTF8.self).contains("Data not found") { self = .notFound }
            return
        }
        let body = ServiceMarkup(response.body, using: xml)
        if let reason = body.pendingLogout {
            self = .pendingLogout(reason: reason)
        } else if let denial = ServiceDenial(response, body) {
            self = .denied(denial)
        } else if response.status == 200, let token = body.text(of: element, in: "result"), !token.isEmpty {
            let metadata = body.text(of: "userMeta", in: "result")
            self = .token(token, userMetadata: metadata?.isEmpty == false ? metadata : nil)
        }
    }
}
