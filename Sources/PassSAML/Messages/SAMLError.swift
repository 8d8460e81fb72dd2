import PassXML

/// The reason why a message or a binding can't be read, or can't be trusted. Errors are equal if their codes are.
package struct SAMLError: Error, Equatable, CustomStringConvertible {
    package enum Code: Sendable, CaseIterable {
        /// The message isn't well-formed XML, or the reader refuses it. `cause` gives the place.
        case notXML
        /// The root isn't the expected element, a part is missing or misplaced, a value is invalid, or a part that may
        /// occur once occurs again.
        case malformed
        /// The message, or its assertion, has a version other than 2.0.
        case version
        /// Two elements have the same ID, so that a reference to it is ambiguous.
        case duplicateID
        /// An assertion or an identifier is encrypted, and there is no key to decrypt it.
        case encrypted
        /// The message is valid SAML that this profile leaves out, such as a condition that isn't understood here.
        case unsupported
        /// The parameters hold neither a `SAMLRequest` nor a `SAMLResponse`, or both.
        case missingMessage
        /// A parameter of the binding occurs twice.
        case duplicateParameter
        /// Percent-encoding, base64 or DEFLATE can't be decoded.
        case encoding
        case tooLarge
        case relayState
        /// The signature uses algorithms other than RSA with SHA-256 over exclusive canonical XML.
        case algorithm
        case notSigned
        case badSignature
    }

    package var code: Code
    package var message: String
    package var cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    package var description: String { cause.map { "\(message) \($0)" } ?? message }

    package static func == (left: SAMLError, right: SAMLError) -> Bool { left.code == right.code }
}
