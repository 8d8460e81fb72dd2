package import PassCrypto
import PassDomain
import PassTokens

extension Configuration {
    /// Which spelling tokens are written in.
    var tokenForms: TokenForms {
        TokenForms(
            elements: tokens.elements == .documented ? .documented : .recorded,
            mediaRoot: mediaToken.root == .authToken ? .authToken : .shortAuthorizationToken,
            separator: tokens.separator == .corrected ? .corrected : .recorded,
            utcOffsetMinutes: tokens.utcOffset.minutes)
    }

    /// The keys whose software statements are trusted: those that are named, else the one of the published demo statement.
    ///
    /// - Throws: `SimulatorError` when a file can't be read or holds no RSA key.
    package func trustedStatementKeys() throws -> [RSAPublicKey] {
        guard !softwareStatements.trustedKeys.isEmpty else { return [try RSAPublicKey(pem: TestKeys.statement)] }
        return try softwareStatements.trustedKeys.map { path in
            guard let bytes = SmallFile.bytes(path) else {
                throw SimulatorError("The file \(path) of softwareStatements.trustedKeys can't be read.")
            }
            do {
                return try (try? RSAPublicKey(pem: bytes)) ?? RSAPrivateKey(pem: bytes).publicKey
            } catch {
                throw SimulatorError("The file \(path) of softwareStatements.trustedKeys holds no RSA key: \(error)")
            }
        }
    }
}
