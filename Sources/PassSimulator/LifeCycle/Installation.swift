import PassCore
import PassCrypto

/// The keys that a simulator works with: those of its data directory, or the published test keys.
enum Installation {
    static func keys(_ configuration: Configuration) throws -> InstallationKeys {
        let now = SystemWallClock().now()
        do {
            guard let directory = configuration.dataDir else {
                return try keysInMemory(configuration, now: now)
            }
            return try KeyStore.open(
                directory: directory, overrides: overrides(configuration.keys), hosts: configuration.certificateHosts,
                now: now)
        } catch {
            throw SimulatorError("\(error)")
        }
    }

    /// Those that are named, else the published ones, and an authority that is made now.
    private static func keysInMemory(_ configuration: Configuration, now: Timestamp) throws -> InstallationKeys {
        let files = configuration.keys
        let keys = try InstallationKeys(signingKeys(files), hosts: configuration.certificateHosts, now: now)
        guard let file = files.authority else { return keys }
        let pem = try contents(file)
        return InstallationKeys(
            token: keys.token, device: keys.device, saml: keys.saml, sealer: keys.sealer,
            authority: try CertificateAuthority(certificatePEM: pem, privateKeyPEM: pem))
    }

    private static func signingKeys(_ files: Configuration.Keys) throws -> SigningKeys {
        if files.token == nil, files.device == nil, files.saml == nil { return try TestKeys.signing.get() }
        return try SigningKeys(
            tokenPEM: files.token.map(contents) ?? TestKeys.token,
            devicePEM: files.device.map(contents) ?? TestKeys.device,
            samlPEM: files.saml.map(contents) ?? TestKeys.saml)
    }

    /// Reads whatever files the configuration names and a start would read, and keeps nothing of it.
    ///
    /// - Throws: `SimulatorError` for the first that can't be used.
    static func check(_ configuration: Configuration) throws {
        _ = try configuration.trustedStatementKeys()
        _ = try configuration.requestorKeys()
        do {
            _ = try keysInMemory(configuration, now: SystemWallClock().now())
        } catch {
            throw SimulatorError("\(error)")
        }
    }

    private static func contents(_ file: String) throws -> [UInt8] {
        guard let bytes = SmallFile.bytes(file) else { throw SimulatorError("The key file \(file) can't be read.") }
        return bytes
    }

    private static func overrides(_ keys: Configuration.Keys) -> [KeyStore.Name: String] {
        var overrides: [KeyStore.Name: String] = [:]
        overrides[.token] = keys.token
        overrides[.device] = keys.device
        overrides[.saml] = keys.saml
        overrides[.authority] = keys.authority
        return overrides
    }
}
