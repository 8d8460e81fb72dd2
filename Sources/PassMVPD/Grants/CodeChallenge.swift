import PassCore
import PassCrypto

/// The digest of a secret, the verifier, which ties a code to the login for which a client requested it (PKCE; RFC
/// 7636).
///
/// The code can be exchanged only with the verifier, so it is worthless in every other login.
struct CodeChallenge: Hashable {
    /// The SHA-256 digest of the verifier in base64url, as the method `S256` sends it (section 4.2).
    let text: ExactText

    /// The ways in which clients make a challenge from a verifier (section 4.2).
    enum Method: String, CaseIterable {
        case sha256 = "S256"
        /// The challenge is the verifier itself.
        case plain
    }

    /// Whether this is the challenge of the verifier (section 4.6).
    func isMet(by verifier: String) -> Bool {
        ConstantTime.equal(Array(text.string.utf8), Array(Self.digest(of: verifier).utf8))
    }

    private static func digest(of verifier: String) -> String {
        Base64.encode(Digest.sha256(verifier.utf8), .url)
    }
}

extension CodeChallenge {
    /// Reads the challenge of a request; `nil` unless it has 43 to 128 unreserved characters (section 4.2).
    ///
    /// A plain challenge becomes its digest, so that no record holds a verifier.
    init?(_ challenge: String, _ method: Method) {
        guard (43...128).contains(challenge.utf8.count), challenge.utf8.allSatisfy(PercentEncoding.isUnreserved) else {
            return nil
        }
        switch method {
        case .sha256: self.init(text: ExactText(challenge))
        case .plain: self.init(text: ExactText(Self.digest(of: challenge)))
        }
    }
}
