package import PassCrypto
import PassDomain
import PassTokens

extension Configuration {
    /// Checks that every key and certificate file that it names can be used.
    ///
    /// - Throws: `SimulatorError` for the first that can't.
    package func checkFiles() throws {
        try Installation.check(self)
    }

    /// Which spelling tokens are written in.
    var tokenForms: TokenForms {
        TokenForms(
            elements: tokens.elements == .documented ? .documented : .recorded,
            mediaRoot: mediaToken.root == .authToken ? .authToken : .shortAuthorizationToken,
            separator: tokens.separator == .corrected ? .corrected : .recorded,
            utcOffsetMinutes: tokens.utcOffset.minutes)
    }

    /// Gives the keys whose software statements are trusted: those that are named, which are read at once, else the one of the
    /// published demo statement.
    ///
    /// - Throws: `SimulatorError` when a file can't be read or holds no RSA key.
    package func trustedStatementKeys() throws -> @Sendable () -> [RSAPublicKey] {
        guard !softwareStatements.trustedKeys.isEmpty else { return { [TestKeys.statementKey] } }
        let keys = try softwareStatements.trustedKeys.map { try Self.key($0, of: "softwareStatements.trustedKeys") }
        return { keys }
    }

    /// The keys that prove the calls of each requestor: those that it names, else the published demo one.
    ///
    /// - Throws: `SimulatorError` when a file can't be read, or holds no RSA key of 1024 to 4096 bits.
    func requestorKeys() throws -> RequestorKeyRing {
        var keys: [RequestorID: [RSAPublicKey]] = [:]
        for (id, requestor) in requestors {
            keys[RequestorID(rawValue: id)] = try requestor.certificates.map {
                try Self.key($0, of: "requestors.\(id).certificates", check: RequestorKeyRing.check)
            }
        }
        return try RequestorKeyRing(keys, fallback: { TestKeys.requestorKey })
    }

    /// The first key of a file: of a certificate, a public key, or the private one that it belongs to.
    private static func key(
        _ path: String, of setting: String, check: (RSAPublicKey) throws(CryptoError) -> Void = { _ in }
    ) throws -> RSAPublicKey {
        guard let bytes = SmallFile.bytes(path) else {
            throw SimulatorError("The file \(path) of \(setting) can't be read.")
        }
        do {
            let key = try read(bytes)
            try check(key)
            return key
        } catch {
            throw SimulatorError("The file \(path) of \(setting) holds no RSA key that can be used: \(error)")
        }
    }

    private static func read(_ pem: [UInt8]) throws(CryptoError) -> RSAPublicKey {
        if let certificate = try? Certificate(pem: pem) { return try RSAPublicKey(certificate) }
        if let key = try? RSAPublicKey(pem: pem) { return key }
        return try RSAPrivateKey(pem: pem).publicKey
    }
}
