/// The fields of a media token, for code that inspects one.
///
/// The SDK itself passes media tokens to the app without reading or storing them.
package struct MediaToken: Sendable, Equatable {
    /// A field of a media token.
    package struct Field: Sendable, Equatable {
        package var name: String
        package var value: String
    }

    /// The fields in document order.
    ///
    /// The fields are `sessionGUID`, `requestorID`, `resourceID`, `ttl` (milliseconds), `issueTime`, `mvpdId`, and for
    /// a proxied MVPD `proxyMvpdId`.
    package var fields: [Field]

    /// Reads a token; `nil` for other text.
    ///
    /// - Parameter text: the token in any form that `AuthenticationToken` accepts; its root is
    ///   `shortAuthorizationToken` or `authToken`.
    package init?(_ text: String, using xml: any EntitlementXMLReader) {
        guard let element = TokenText.element(text, using: xml),
            ["shortAuthorizationToken", "authToken"].contains(element.name)
        else {
            return nil
        }
        fields = element.elements.map { Field(name: $0.name, value: element.value($0.name) ?? "") }
    }

    /// The value of the first field with that name; `nil` when there is none.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
}
