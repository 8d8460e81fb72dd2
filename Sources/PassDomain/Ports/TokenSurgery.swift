/// A defect that the tokens in an answer get.
package enum TokenSurgery: String, Sendable, Hashable, CaseIterable {
    /// The token is signed and has expired.
    case expired
    /// The token's signature is wrong.
    case wrongSignature
    /// The token is signed for another device.
    case otherDevice
    /// The token is signed for another requestor.
    case otherRequestor
    /// The token ends in the middle.
    case cutInHalf = "malformed:cutInHalf"
    /// The token has characters that base64 doesn't have.
    case notBase64 = "malformed:notBase64"
    /// The token's first element with a text is empty.
    case emptyElement = "malformed:emptyElement"
    /// The token's first element with a text has another name.
    case wrongElementName = "malformed:wrongElementName"
    /// Text follows the token.
    case extraText = "malformed:extraText"
}
