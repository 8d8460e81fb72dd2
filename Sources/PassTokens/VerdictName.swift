package import PassDomain

/// The names of verdicts on presented media tokens: the vendor's verifier's, and ours where it has none.
package enum VerdictName {
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
