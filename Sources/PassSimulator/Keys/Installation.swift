import PassCore
import PassCrypto

/// The source of a simulator's keys: its data directory, or the published test keys.
enum Installation {
    /// Returns the simulator's keys, and creates missing ones in the data directory.
    static func keys(_ configuration: Configuration) throws -> InstallationKeys {
        let now = SystemWallClock().now()
        do {
            guard let directory = configuration.dataDir else {
                let keys = try keysInMemory(configuration, now: now)
                try requireDifferent(keys, configuration.keys)
                return keys
            }
            return try KeyStore.open(
                directory: directory, overrides: overrides(configuration.keys), hosts: configuration.certificateHosts,
                now: now)
        } catch {
            throw SimulatorError("\(error)")
        }
    }

    /// Returns the keys of a simulator without a data directory.
    ///
    /// Each key is read from the file in the configuration, or else is the published one. A certificate authority
    /// without a file is created now.
    private static func keysInMemory(_ configuration: Configuration, now: Timestamp) throws -> InstallationKeys {
        let files = configuration.keys
        let keys = try InstallationKeys(signingKeys(files), hosts: configuration.certificateHosts, now: now)
        guard let file = files.authority else { return keys }
        let pem = try contents(file)
        let authority = try CertificateAuthority(certificatePEM: pem, privateKeyPEM: pem)
        try authority.requireValidity(at: now)
        return InstallationKeys(
            token: keys.token, device: keys.device, saml: keys.saml, sealer: keys.sealer, authority: authority)
    }

    private static func signingKeys(_ files: Configuration.Keys) throws -> SigningKeys {
        if files.token == nil, files.device == nil, files.saml == nil { return try TestKeys.signing.get() }
        return try SigningKeys(
            tokenPEM: files.token.map(contents) ?? TestKeys.token,
            devicePEM: files.device.map(contents) ?? TestKeys.device,
            samlPEM: files.saml.map(contents) ?? TestKeys.saml)
    }

    /// Reads all files in the configuration that a start would read, without keeping their contents.
    ///
    /// - Throws: `SimulatorError` with a line for each file that can't be used.
    static func check(_ configuration: Configuration) throws {
        var mistakes: [String] = []
        func note(_ work: () throws -> Void) {
            do { try work() } catch { mistakes.append("\(error)") }
        }
        for file in configuration.softwareStatements.trustedKeys {
            note { _ = try Configuration.statementKey(file) }
        }
        for (id, requestor) in configuration.requestors {
            for file in requestor.certificates { note { _ = try Configuration.requestorKey(file, of: id) } }
            for file in requestor.serviceTokenKeys { note { _ = try Configuration.serviceTokenKey(file, of: id) } }
        }
        for (name, file) in overrides(configuration.keys).sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            note { try check(file, as: name) }
        }
        note { try requireDifferentFiles(configuration) }
        guard mistakes.isEmpty else { throw SimulatorError(mistakes.joined(separator: "\n")) }
    }

    /// Throws unless a file holds a key that can be used for the given purpose.
    private static func check(_ file: String, as name: KeyStore.Name) throws {
        guard let pem = try? FileReader.read(file) else {
            throw SimulatorError("The file \(file) of keys.\(name.rawValue) can't be read.")
        }
        do {
            if name == .authority {
                let authority = try CertificateAuthority(certificatePEM: pem, privateKeyPEM: pem)
                try authority.requireValidity(at: SystemWallClock().now())
            } else {
                _ = try RSAPrivateKey(pem: pem)
            }
        } catch {
            throw SimulatorError("The file \(file) of keys.\(name.rawValue) can't be used: \(error)")
        }
    }

    private static func requireDifferent(_ keys: InstallationKeys, _ files: Configuration.Keys) throws {
        // The published keys differ from each other, and most simulators use only them.
        guard files.token != nil || files.device != nil || files.saml != nil else { return }
        let published = "the published test key"
        try SigningKeys.requireDifferent([
            ("keys.token", files.token ?? published, keys.token.publicKey),
            ("keys.device", files.device ?? published, keys.device.publicKey),
            ("keys.saml", files.saml ?? published, keys.saml.publicKey),
        ])
    }

    /// Throws if two of the token, device and SAML keys, from the named files or the data directory, are the same.
    ///
    /// Files that can't be read are skipped here; the start reports what is wrong with them.
    private static func requireDifferentFiles(_ configuration: Configuration) throws {
        let named = overrides(configuration.keys)
        let names: [KeyStore.Name] = [.token, .device, .saml]
        try SigningKeys.requireDifferent(
            names.compactMap { name in
                let file = named[name] ?? configuration.dataDir.map { "\($0)/\(name.file)" }
                guard let file, let bytes = try? FileReader.read(file), let key = try? RSAPrivateKey(pem: bytes) else {
                    return nil
                }
                return ("keys.\(name.rawValue)", file, key.publicKey)
            })
    }

    private static func contents(_ file: String) throws -> [UInt8] {
        guard let bytes = try? FileReader.read(file) else {
            throw SimulatorError("The key file \(file) can't be read.")
        }
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
