import Dispatch
package import PassCore

/// The keys of an installation as files in its data directory. Missing keys are created at the start.
///
/// Existing keys are never overwritten. A new key is written under a temporary name and linked into place, so that if
/// several processes start at once, the first one wins and the others use its key. Only the authority's file is
/// replaced: the authority gets a new certificate for its old key when it has to vouch for more hosts.
package enum KeyStore {
    /// A key of the installation.
    package enum Name: String, CaseIterable, Hashable, Sendable {
        case token, device, saml, sealing, authority

        /// The file's name in the data directory. The authority's file holds both key and certificate, so that they
        /// always match.
        package var file: String {
            switch self {
            case .token, .device, .saml: "\(rawValue).pem"
            case .sealing: "sealing.key"
            case .authority: "ca-key.pem"
            }
        }
    }

    /// The name of the file that has only the root's certificate, for clients to trust. The file is rewritten if its
    /// certificate differs from the one in the authority's file.
    package static let certificateFile = "ca.pem"

    static let authorityName = "Pass Simulator CA (test only)"

    /// Reads the keys after creating those that are missing, several at once. Creating keys takes up to a second, and
    /// reading them a few milliseconds.
    ///
    /// - Parameters:
    ///   - directory: the data directory. It and its parents are created with mode 0700 if they are missing.
    ///   - overrides: paths of files to use instead of those in the directory. The files must exist; their access
    ///     rights are up to the user who put them there and aren't checked.
    ///   - hosts: the hosts that the authority must vouch for in addition to the reserved names. If it doesn't yet, it
    ///     gets a new certificate for these and its previous hosts, with the same key, unless it comes from `overrides`
    ///     or wasn't created here. Clients that trust the old certificate still accept the previous hosts, and have to
    ///     trust the new one for the added hosts.
    ///   - now: the real time.
    package static func open(
        directory: String, overrides: [Name: String] = [:], hosts: [String] = [], now: Timestamp
    ) throws(KeyStoreError) -> InstallationKeys {
        let folder = try KeyFolder(path: directory)
        try makeMissing(Name.allCases.filter { overrides[$0] == nil }, in: folder, hosts: hosts, now: now)
        func contents(_ name: Name) throws(KeyStoreError) -> (path: String, bytes: [UInt8]) {
            if let path = overrides[name] { return (path, try KeyFolder.contents(of: path, mayBeExposed: true)) }
            let path = folder.path(name.file)
            return (path, try KeyFolder.contents(of: path, mayBeExposed: false))
        }
        let (token, device, saml) = (try contents(.token), try contents(.device), try contents(.saml))
        let authorityFile = try contents(.authority)
        let vouched = Guarded<Result<(CertificateAuthority, notice: String?), KeyStoreError>?>(nil)
        let signing = RSAPrivateKey.readAll([token.bytes, device.bytes, saml.bytes]) {
            let result = Result { () throws(KeyStoreError) in
                try extended(
                    to: hosts, authority(authorityFile, now: now), in: overrides[.authority] == nil ? folder : nil,
                    now: now)
            }
            vouched.withLock { $0 = result }
        }
        guard let (authority, notice) = try vouched.withLock({ $0 })?.get() else {
            preconditionFailure("readAll runs its closure before it returns.")
        }
        let keys = InstallationKeys(
            token: try rsaKey(signing[0], token.path), device: try rsaKey(signing[1], device.path),
            saml: try rsaKey(signing[2], saml.path), sealer: try sealer(contents(.sealing)), authority: authority,
            notice: notice)
        do throws(CryptoError) {
            try SigningKeys.requireDifferent([
                ("keys.token", token.path, keys.token.publicKey), ("keys.device", device.path, keys.device.publicKey),
                ("keys.saml", saml.path, keys.saml.publicKey),
            ])
        } catch {
            throw KeyStoreError(.equalKeys, file: device.path, error.message)
        }
        try folder.publish(keys.authority.certificatePEM, as: certificateFile)
        return keys
    }

    /// Creates the missing keys in parallel.
    private static func makeMissing(
        _ names: [Name], in folder: KeyFolder, hosts: [String], now: Timestamp
    ) throws(KeyStoreError) {
        let missing = names.filter { !folder.contains($0.file) }
        guard !missing.isEmpty else { return }
        try folder.requireRoomForFiles()
        let failures = Guarded<[KeyStoreError]>([])
        DispatchQueue.concurrentPerform(iterations: missing.count) { index in
            let name = missing[index]
            do throws(KeyStoreError) {
                try folder.add(name.file) { () throws(CryptoError) in try newContents(name, hosts, now: now) }
            } catch {
                failures.withLock { $0.append(error) }
            }
        }
        if let failure = failures.withLock({ $0.first }) { throw failure }
    }

    /// Returns the contents of a new key's file.
    private static func newContents(_ name: Name, _ hosts: [String], now: Timestamp) throws(CryptoError) -> [UInt8] {
        switch name {
        case .token, .device, .saml:
            return try RSAPrivateKey.generate().pem
        case .sealing:
            return SystemIdentifierSource().bytes(32)
        case .authority:
            return file(try .create(name: authorityName, constraints: .reserved.adding(hosts), now: now))
        }
    }

    private static func rsaKey(
        _ read: Result<RSAPrivateKey, CryptoError>, _ path: String
    ) throws(KeyStoreError) -> RSAPrivateKey {
        do throws(CryptoError) {
            return try read.get()
        } catch {
            throw corrupt(path, "\(error)", lost: "tokens signed with the old one are refused then")
        }
    }

    private static func sealer(_ file: (path: String, bytes: [UInt8])) throws(KeyStoreError) -> Sealer {
        guard file.bytes.count == 32 else {
            throw corrupt(
                file.path, "A sealing key has 32 bytes, not \(file.bytes.count).",
                lost: "tokens made under the old one are refused then")
        }
        return Sealer(secret: file.bytes)
    }

    private static func authority(
        _ file: (path: String, bytes: [UInt8]), now: Timestamp
    ) throws(KeyStoreError) -> CertificateAuthority {
        let authority: CertificateAuthority
        do throws(CryptoError) {
            authority = try CertificateAuthority(certificatePEM: file.bytes, privateKeyPEM: file.bytes)
        } catch {
            throw corrupt(file.path, "\(error)", lost: "clients have to trust the new certificate then")
        }
        do throws(CryptoError) {
            try authority.requireValidity(at: now)
        } catch {
            let isPremature = error.code == .prematureCertificate
            throw KeyStoreError(
                isPremature ? .prematureAuthority : .expiredAuthority, file: file.path,
                "\(file.path) can't be used: \(error) "
                    + "\(isPremature ? "Correct the machine's clock, or delete" : "Delete") the file so that the "
                    + "next start makes a new one, which clients must then trust."
            )
        }
        return authority
    }

    /// Returns the contents of an authority's file.
    private static func file(_ authority: CertificateAuthority) -> [UInt8] {
        authority.privateKeyPEM + authority.certificatePEM
    }

    /// Returns the authority, with a new certificate if the current one doesn't cover all the hosts. Certificates of
    /// earlier versions, which vouch for every host, are replaced too.
    ///
    /// - Parameter folder: the folder with the authority's file; `nil` if the simulator must not change the file.
    /// - Returns: the authority, and a notice for the operator if it vouches for every host and its file can't be
    ///   replaced.
    private static func extended(
        to hosts: [String], _ authority: CertificateAuthority, in folder: KeyFolder?, now: Timestamp
    ) throws(KeyStoreError) -> (CertificateAuthority, notice: String?) {
        guard let folder, let remade = try remake(authority, for: hosts, in: folder, now: now) else {
            return (authority, nil)
        }
        var result = remade
        do throws(KeyStoreError) {
            try folder.replace(Name.authority.file) { bytes throws(KeyStoreError) in
                // Another process may have replaced the certificate in the meantime.
                let present = try self.authority((folder.path(Name.authority.file), bytes), now: now)
                let next = try remake(present, for: hosts, in: folder, now: now)
                result = next ?? present
                return next.map(file)
            }
        } catch {
            guard error.code == .unwritableFile else { throw error }
            // An authority that vouches for too many hosts still works.
            guard let constraints = authority.constraints else {
                return (
                    authority,
                    "the certificate authority vouches for every host, and its certificate can't be replaced by one "
                        + "for the simulated hosts only: \(error.message)"
                )
            }
            let lacking = constraints.lacking(hosts).joined(separator: ", ")
            throw KeyStoreError(
                .unwritableFile, file: error.file,
                "The certificate authority doesn't vouch for \(lacking), and its certificate can't be replaced by "
                    + "one that does: "
                    + error.message)
        }
        return (result, nil)
    }

    /// Returns the authority with a new certificate, or `nil` if it needs none or wasn't created here.
    private static func remake(
        _ authority: CertificateAuthority, for hosts: [String], in folder: KeyFolder, now: Timestamp
    ) throws(KeyStoreError) -> CertificateAuthority? {
        guard authority.certificate.commonName == authorityName else { return nil }
        if let constraints = authority.constraints, constraints.lacking(hosts).isEmpty { return nil }
        let constraints = (authority.constraints ?? .reserved).adding(hosts)
        do throws(CryptoError) {
            return try authority.remade(constraints: constraints, now: now)
        } catch {
            let file = folder.path(Name.authority.file)
            throw KeyStoreError(
                .failedCertificate, file: file,
                "The certificate authority in \(file) needs a new certificate for more hosts, which can't be "
                    + "created: \(error)"
            )
        }
    }

    /// Returns an error for a file that can't be used.
    ///
    /// - Parameter lost: the words that say what happens if the user deletes the file.
    private static func corrupt(_ path: String, _ what: String, lost: String) -> KeyStoreError {
        KeyStoreError(
            .corruptFile, file: path,
            "\(path) can't be used: \(what) Restore it from a backup, or delete it to have a new one made at the next "
                + "start; \(lost).")
    }
}
