import PassXML

/// Why a message or a binding could not be read, or should not be believed; equal by code.
package struct SAMLError: Error, Equatable, CustomStringConvertible {
    package enum Code: Sendable, CaseIterable {
        /// Not well-formed XML, or XML that the reader refuses; `cause` says where.
        case notXML
        /// Another element than the one wanted, something required is missing, or something single comes twice.
        case malformed
        /// Another version than 2.0.
        case version
        /// Two elements with one ID, so that a reference means neither.
        case duplicateID
        /// An assertion or an identifier that is encrypted; no keys are kept for that.
        case encrypted
        /// Well-formed SAML that the profile leaves out, such as a condition that nobody here understands.
        case unsupported
        /// Neither `SAMLRequest` nor `SAMLResponse`, or both.
        case missingMessage
        /// A parameter of the binding that is there twice.
        case duplicateParameter
        /// Percent-encoding, base64 or DEFLATE that does not decode.
        case encoding
        case tooLarge
        case relayState
        /// A signature by other algorithms than RSA with SHA-256 over exclusive canonical XML.
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
