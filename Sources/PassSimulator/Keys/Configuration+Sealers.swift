import PassCore
package import PassCrypto
import PassDomain
import PassTokens

extension Configuration {
    /// Checks that every key and certificate file named in this configuration can be used.
    ///
    /// - Throws: `SimulatorError` with a line for each file that can't.
    package func checkFiles() throws {
        try Installation.check(self)
    }

    /// The format of the tokens that are issued, from the settings `tokens` and `mediaToken`.
    var tokenForms: TokenForms {
        TokenForms(
            elements: tokens.elements == .documented ? .documented : .recorded,
            mediaRoot: mediaToken.root == .authToken ? .authToken : .shortAuthorizationToken,
            separator: tokens.separator == .corrected ? .corrected : .recorded,
            utcOffsetMinutes: tokens.utcOffset.minutes)
    }

    /// Returns a function that gives the keys of trusted signers of software statements.
    ///
    /// The files in `softwareStatements.trustedKeys` are read at once. If there are none, the published demo
    /// statement's key is the only one.
    ///
    /// - Throws: `SimulatorError` when a file can't be read or holds no RSA key.
    package func trustedStatementKeys() throws -> @Sendable () -> [RSAPublicKey] {
        guard !softwareStatements.trustedKeys.isEmpty else { return { [TestKeys.statementKey] } }
        let keys = try softwareStatements.trustedKeys.map(Self.statementKey)
        return { keys }
    }

    /// Returns the keys that verify each requestor's calls and encrypt its metadata.
    ///
    /// A requestor's keys are those in its `certificates`, or the published demo key if it has none.
    ///
    /// - Throws: `SimulatorError` when a file can't be read, or holds no RSA key of 1024 to 4096 bits.
    func requestorKeys() throws -> RequestorKeyRing {
        var keys: [RequestorID: [RSAPublicKey]] = [:]
        var serviceTokenKeys: [RequestorID: [RSAPublicKey]] = [:]
        for (id, requestor) in requestors {
            let requestorID = RequestorID(rawValue: id)
            keys[requestorID] = try requestor.certificates.map { try Self.requestorKey($0, of: id) }
            serviceTokenKeys[requestorID] = try requestor.serviceTokenKeys.map { try Self.serviceTokenKey($0, of: id) }
        }
        return try RequestorKeyRing(keys, serviceTokenKeys: serviceTokenKeys, fallback: { TestKeys.requestorKey })
    }

    /// Reads the key of a trusted signer of software statements.
    static func statementKey(_ path: String) throws -> RSAPublicKey {
        try key(path, of: "softwareStatements.trustedKeys")
    }

    /// Reads a key of a requestor.
    static func requestorKey(_ path: String, of requestor: String) throws -> RSAPublicKey {
        try key(path, of: "requestors.\(requestor).certificates", check: RequestorKeyRing.check)
    }

    /// Reads a key of a requestor's identity service.
    static func serviceTokenKey(_ path: String, of requestor: String) throws -> RSAPublicKey {
        try key(path, of: "requestors.\(requestor).serviceTokenKeys", check: RequestorKeyRing.check)
    }

    /// Whether the value of a setting is a PEM text rather than the path of a file. A PEM text may begin with remarks.
    static func isPEM(_ value: String) -> Bool { value.contains("-----BEGIN ") }

    /// The paths of all files from which `requestorKeys` and `trustedStatementKeys` read keys.
    var keyFiles: Set<ExactText> {
        var values = softwareStatements.trustedKeys
        for (_, requestor) in requestors { values += requestor.certificates + requestor.serviceTokenKeys }
        return Set(values.filter { !Self.isPEM($0) }.map { ExactText($0) })
    }

    /// Reads the public key from a PEM file or a PEM text that holds a certificate, a public key or a private key.
    private static func key(
        _ value: String, of setting: String, check: (RSAPublicKey) throws(CryptoError) -> Void = { _ in }
    ) throws -> RSAPublicKey {
        let isPEM = isPEM(value)
        guard let bytes = isPEM ? Array(value.utf8) : (try? FileReader.read(value)) else {
            throw SimulatorError("The file \(value) of \(setting) can't be read.")
        }
        do {
            let key = try read(bytes)
            try check(key)
            return key
        } catch {
            let place = isPEM ? "A PEM text of \(setting)" : "The file \(value) of \(setting)"
            throw SimulatorError("\(place) has no usable RSA key: \(error)")
        }
    }

    private static func read(_ pem: [UInt8]) throws(CryptoError) -> RSAPublicKey {
        if let certificate = try? Certificate(pem: pem) { return try RSAPublicKey(certificate) }
        if let key = try? RSAPublicKey(pem: pem) { return key }
        return try RSAPrivateKey(pem: pem).publicKey
    }
}
