/// A defect that a rule gives to the tokens in an answer.
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
    /// The token's first element with text is made empty.
    case emptyElement = "malformed:emptyElement"
    /// The token's first element with text gets another name.
    case wrongElementName = "malformed:wrongElementName"
    /// Text follows the token.
    case extraText = "malformed:extraText"
}
