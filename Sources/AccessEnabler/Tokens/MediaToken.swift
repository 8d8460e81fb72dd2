import PassXML

/// The fields of a media token, for whoever wants to look at one; the SDK hands it on unread and keeps none.
package struct MediaToken: Sendable, Equatable {
    package struct Field: Sendable, Equatable {
        package var name: String
        package var value: String
    }

    /// In written order: `sessionGUID`, `requestorID`, `resourceID`, `ttl` (milliseconds), `issueTime`, `mvpdId`, and for a
    /// proxied MVPD `proxyMvpdId`.
    package var fields: [Field]

    /// - Parameter text: as for `AuthenticationToken`; the root is `shortAuthorizationToken` or `authToken`.
    package init?(_ text: String) {
        guard let element = TokenText.element(text, named: "shortAuthorizationToken", "authToken") else { return nil }
        fields = element.elements.map { Field(name: $0.name, value: element.value($0.name) ?? "") }
    }

    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
}
