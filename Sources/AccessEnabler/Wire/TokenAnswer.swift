internal import PassXML

/// What the service says to a call for a token (`sessionDevice`, `authorizeDevice`).
package enum TokenAnswer: Sendable, Equatable {
    /// `authnToken` or `authzToken` unescaped, and the JSON of `userMeta` where there is any.
    case token(String, userMetadata: String?)
    /// `<pendingLogout reason="…">true</pendingLogout>`.
    case pendingLogout(reason: String)
    /// 401 with `Data not found`: nobody has logged in yet, or the session is gone.
    case notFound
    case denied(ServiceDenial)
    /// Another status, or a body that says nothing of this.
    case unusable(status: Int)

    /// Reads an answer of at most a megabyte; a longer one is unusable.
    ///
    /// A body that isn't well-formed, as one whose metadata holds a bare `&`, is cut at its tags: so do the vendor's clients.
    ///
    /// - Parameter element: `authnToken` or `authzToken`.
    package init(_ response: TransportResponse, element: String) {
        self = .unusable(status: response.status)
        guard response.body.count <= XMLLimits.default.bytes else { return }
        if response.status == 401 {
            if String(decoding: response.body, as: UTF8.self).contains("Data not found") { self = .notFound }
            return
        }
        let body = ServiceMarkup(response.body)
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
