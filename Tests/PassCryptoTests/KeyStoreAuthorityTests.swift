import PassCore
import Testing

@testable import PassCrypto

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Authority of a key store")
struct KeyStoreAuthorityTests {
    private let directory: TemporaryDirectory
    private let now = SystemWallClock().now()

    /// A data directory whose dear keys are there.
    init() throws {
        directory = try TemporaryDirectory()
        for name in ["token", "device", "saml"] { try directory.add("\(name).pem", FixtureKey.pem(name)) }
    }

    private func open(_ hosts: [String] = [], overrides: [KeyStore.Name: String] = [:]) throws -> CertificateAuthority {
        let keys = try KeyStore.open(directory: directory.path, overrides: overrides, hosts: hosts, now: now)
        #expect(keys.notice == nil)
        return keys.authority
    }

    private func vouches(_ authority: CertificateAuthority, for host: String) -> Bool {
        CertificateName(host).map { authority.vouches(for: $0) } ?? false
    }

    @Test("A new authority vouches only for reserved names and the hosts it is created for")
    func new() throws {
        let authority = try open(["tv.my.net"])
        #expect(vouches(authority, for: "tv.my.net") && vouches(authority, for: "localhost"))
        #expect(!vouches(authority, for: "bank.com"))
    }

    @Test("Another host causes a new certificate for the old key, which keeps its earlier hosts")
    func widened() throws {
        let first = try open(["a.net"])
        let second = try open(["b.net"])
        #expect(first.privateKeyPEM == second.privateKeyPEM)
        #expect(first.certificate != second.certificate)
        #expect(vouches(second, for: "a.net") && vouches(second, for: "b.net"))
        #expect(try TemporaryDirectory.contents(of: directory.path("ca.pem")) == second.certificatePEM)
        var status = stat()
        #expect(stat(directory.path("ca-key.pem"), &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(directory.names == ["ca-key.pem", "ca.pem", "device.pem", "saml.pem", "sealing.key", "token.pem"])
    }

    @Test("A key file keeps its owner and its group's access when the certificate is replaced")
    func rights() throws {
        let first = try open()
        let file = directory.path("ca-key.pem")
        // Root alone can give it away; for others it stays their own.
        _ = chown(file, 10_001, 10_002)
        try #require(chmod(file, 0o640) == 0)
        var (before, after) = (stat(), stat())
        try #require(stat(file, &before) == 0)
        #expect(try open(["a.net"]).certificate != first.certificate)
        try #require(stat(file, &after) == 0)
        #expect(after.st_ino != before.st_ino)
        #expect(after.st_mode & 0o7777 == 0o640)
        #expect(after.st_uid == before.st_uid && after.st_gid == before.st_gid)
    }

    @Test("The certificate stays byte for byte the same while it suffices", arguments: [["a.net"], [], ["x.a.net"]])
    func enough(_ hosts: [String]) throws {
        #expect(try open(["a.net"]).certificatePEM == open(hosts).certificatePEM)
    }

    @Test("An authority of an earlier version, which vouches for all hosts, is narrowed under its key")
    func narrowed() throws {
        let old = try CertificateAuthority.create(name: KeyStore.authorityName, now: now)
        try directory.add("ca-key.pem", old.privateKeyPEM + old.certificatePEM)
        let authority = try open(["a.net"])
        #expect(authority.privateKeyPEM == old.privateKeyPEM)
        #expect(vouches(old, for: "bank.com") && !vouches(authority, for: "bank.com"))
    }

    @Test(
        "An authority that isn't ours isn't changed, in the directory or as a named file", arguments: [true, false])
    func foreign(_ isNamed: Bool) throws {
        let theirs = try CertificateAuthority.create(
            name: isNamed ? KeyStore.authorityName : "Company", constraints: .reserved, now: now)
        let bytes = theirs.privateKeyPEM + theirs.certificatePEM
        let file = try directory.add(isNamed ? "mine.pem" : "ca-key.pem", bytes)
        #expect(try open(["a.net"], overrides: isNamed ? [.authority: file] : [:]).certificate == theirs.certificate)
        #expect(try TemporaryDirectory.contents(of: file) == bytes)
    }

    @Test("A file that can't be changed is reported with the hosts it lacks; if it vouches for all, that is noticed")
    func unwritable() throws {
        let elsewhere = try TemporaryDirectory()
        func link(_ constraints: NameConstraints?) throws {
            let authority = try CertificateAuthority.create(
                name: KeyStore.authorityName, constraints: constraints, now: now)
            let target = try elsewhere.add("ca", authority.privateKeyPEM + authority.certificatePEM)
            unlink(directory.path("ca-key.pem"))
            // As containers mount secrets.
            try #require(symlink(target, directory.path("ca-key.pem")) == 0)
        }
        try link(.reserved)
        _ = try open()
        let error = #expect(throws: KeyStoreError(.unwritableFile, file: "", "")) { try open(["a.net"]) }
        #expect(error?.message.contains("a.net") == true)
        #expect(error?.message.contains("ca-key.pem is a symbolic link") == true)
        try link(nil)
        let keys = try KeyStore.open(directory: directory.path, hosts: ["a.net"], now: now)
        #expect(vouches(keys.authority, for: "a.net"))
        #expect(keys.notice?.contains("vouches for every host") == true)
    }
}
