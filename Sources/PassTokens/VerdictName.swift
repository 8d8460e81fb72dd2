package import PassDomain

/// The status names of verdicts on presented media tokens: those of the vendor's verifier, and one of this project's
/// own where the verifier has none.
package enum VerdictName {
    /// Returns the status name of a verdict.
    package static func of(_ verdict: MediaTokenService.Verdict) -> String {
        switch verdict {
        case .valid: "VALID_TOKEN"
        case .malformed: "INVALID_TOKEN_FORMAT"
        case .badSignature: "INVALID_SIGNATURE"
        case .expired: "TOKEN_EXPIRED"
        case .wrongResource: "INVALID_RESOURCE_ID"
        case .wrongRequestor: "INVALID_REQUESTOR_ID"
        case .alreadyUsed: "TOKEN_ALREADY_USED"
        }
    }
}
