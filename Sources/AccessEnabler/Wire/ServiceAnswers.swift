/// What the service says in the bodies that several flows read.
package enum TokenAnswer: Sendable, Equatable {
    /// `authnToken` or `authzToken` unescaped, and `userMeta` as it was written.
    case token(String, userMetadata: String?)
    /// `<pendingLogout reason="…">true</pendingLogout>`.
    case pendingLogout(reason: String)
    /// 401 with `Data not found`: nobody has logged in yet, or the session is gone.
    case notFound
    case denied(ServiceDenial)
    /// Another status, or a body that says nothing of this.
    case unusable(status: Int)

    /// Reads the answer of `sessionDevice` and `authorizeDevice`.
    package init(_ response: TransportResponse, element: String) { self = .unusable(status: response.status) }
}

/// What `<error>` and the headers beside it say of a refused authorization.
package struct ServiceDenial: Sendable, Equatable {
    /// `Authzf-Error-Code`, e.g. `noAuthZ`, `network`, `invalid`, `authzNone`.
    package var code: String?
    /// `Authzf-Sub-Error-Code`, e.g. `1010`.
    package var subCode: String?
    /// The MVPD's words; empty when it has none.
    package var details: String
}
