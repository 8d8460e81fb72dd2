import Dispatch
import PassCore
import Testing

@testable import PassCrypto

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Key store")
struct KeyStoreTests {
    private let directory: TemporaryDirectory
    private let now = SystemWallClock().now()

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A full set of files, from fixtures where they serve.
    private func fill() throws {
        for name in ["token", "device", "saml"] { try directory.add("\(name).pem", FixtureKey.pem(name)) }
        try directory.add("sealing.key", Array(0..<32))
        let authority = try CertificateAuthority.create(name: "Test authority", now: now)
        try directory.add("ca-key.pem", authority.privateKeyPEM + authority.certificatePEM)
    }

    private func open(_ overrides: [KeyStore.Name: String] = [:]) throws(KeyStoreError) -> InstallationKeys {
        try KeyStore.open(directory: directory.path, overrides: overrides, now: now)
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    /// What two sets of keys must share to be the same.
    private func marks(_ keys: InstallationKeys) -> [[UInt8]] {
        [
            keys.token.pem, keys.device.pem, keys.saml.pem, keys.sealer.seal([1], context: ""),
            keys.authority.certificatePEM, keys.authority.privateKeyPEM,
        ]
    }

    @Test("The first start creates every key, readable by its owner only, and the second finds the same ones")
    func firstAndSecond() throws {
        let path = directory.path("state/pass-simulator/")
        let first = try KeyStore.open(directory: path, now: now)
        #expect(mode(directory.path("state")) == 0o700)
        #expect(mode(path) == 0o700)
        let names = ["token.pem", "device.pem", "saml.pem", "sealing.key", "ca-key.pem"]
        for name in names { #expect(mode("\(path)/\(name)") == 0o600) }
        #expect(try TemporaryDirectory.contents(of: "\(path)/ca.pem") == first.authority.certificatePEM)
        #expect(Set(marks(first)).count == 6)
        let second = try KeyStore.open(directory: path, now: now + .days(1))
        #expect(marks(first) == marks(second))
        let listing = TemporaryDirectory.names(in: path)
        #expect(listing == (names + ["ca.pem"]).sorted())
    }

    @Test("Eight first starts at once agree on all keys")
    func simultaneous() throws {
        // Two of the three dear keys are there already: one is raced for.
        for name in ["device", "saml"] { try directory.add("\(name).pem", FixtureKey.pem(name)) }
        let results = Guarded<[[[UInt8]]]>([])
        // Threads of their own: a shared queue would let only as many start at once as there are cores.
        let group = DispatchGroup()
        for index in 0..<8 {
            DispatchQueue(label: "start \(index)").async(group: group) {
                if let keys = try? open() { results.withLock { $0.append(marks(keys)) } }
            }
        }
        group.wait()
        let all = results.withLock { $0 }
        #expect(all.count == 8)
        #expect(Set(all).count == 1)
        #expect(directory.names == ["ca-key.pem", "ca.pem", "device.pem", "saml.pem", "sealing.key", "token.pem"])
    }

    @Test("Existing files are used unchanged, and only missing ones are created")
    func partial() throws {
        let pem = try FixtureKey.pem("device")
        try directory.add("device.pem", pem)
        try directory.add("sealing.key", Array(0..<32))
        let keys = try open()
        #expect(try keys.device.pem == RSAPrivateKey(pem: pem).pem)
        #expect(keys.sealer.seal([1], context: "") == Sealer(secret: Array(0..<32)).seal([1], context: ""))
        #expect(try TemporaryDirectory.contents(of: directory.path("device.pem")) == pem)
    }

    @Test("A named file replaces the one in the directory, whatever its mode, and no file is made there")
    func overrides() throws {
        try fill()
        try #require(unlink(directory.path("token.pem")) == 0)
        let other = try TemporaryDirectory()
        let path = try other.add("mine.pem", FixtureKey.pem("statement"), mode: 0o644)
        let keys = try open([.token: path])
        #expect(try keys.token.publicKey == RSAPrivateKey(pem: FixtureKey.pem("statement")).publicKey)
        #expect(!directory.names.contains("token.pem"))
        #expect(throws: KeyStoreError(.unreadableFile, file: "", "")) { try open([.token: other.path("absent.pem")]) }
        #expect(other.names == ["mine.pem"])
    }

    @Test(
        "A damaged file is reported by name with advice, and isn't changed",
        arguments: ["token.pem", "device.pem", "saml.pem", "sealing.key", "ca-key.pem"], [0, 10])
    func corrupt(_ name: String, _ size: Int) throws {
        try fill()
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: size)
        try directory.add(name, bytes)
        let error = #expect(throws: KeyStoreError(.corruptFile, file: "", "")) { try open() }
        #expect(error?.file == directory.path(name))
        #expect(error?.message.contains(directory.path(name)) == true)
        #expect(error?.message.contains("delete it") == true)
        #expect(try TemporaryDirectory.contents(of: directory.path(name)) == bytes)
    }

    @Test("A key without a certificate, or with another key's, isn't accepted as an authority")
    func halfAuthority() throws {
        try fill()
        let one = try CertificateAuthority.create(name: "Test authority", now: now)
        let other = try CertificateAuthority.create(name: "Test authority", now: now)
        for bytes in [one.privateKeyPEM, one.certificatePEM, one.privateKeyPEM + other.certificatePEM] {
            try directory.add("ca-key.pem", bytes)
            #expect(throws: KeyStoreError(.corruptFile, file: "", "")) { try open() }
        }
        try directory.add("ca-key.pem", one.certificatePEM + one.privateKeyPEM)
        #expect(try open().authority.certificate == one.certificate)
    }

    @Test("A missing or wrong certificate for clients is recreated, and a correct one isn't changed")
    func certificateFile() throws {
        try fill()
        let keys = try open()
        #expect(mode(directory.path("ca.pem")) == 0o644)
        try directory.add("ca.pem", Array("another".utf8))
        _ = try open()
        #expect(try TemporaryDirectory.contents(of: directory.path("ca.pem")) == keys.authority.certificatePEM)
        var before = stat()
        try #require(stat(directory.path("ca.pem"), &before) == 0)
        _ = try open()
        var after = stat()
        try #require(stat(directory.path("ca.pem"), &after) == 0)
        #expect(before.st_ino == after.st_ino)
    }

    @Test("A key that all users can access is refused; one for a group isn't, because containers mount keys so")
    func exposed() throws {
        try fill()
        try #require(chmod(directory.path("token.pem"), 0o640) == 0)
        _ = try open()
        for bits in [0o604, 0o602, 0o666] as [mode_t] {
            try #require(chmod(directory.path("token.pem"), bits) == 0)
            let error = #expect(throws: KeyStoreError(.exposedFile, file: "", "")) { try open() }
            #expect(error?.message.contains("chmod 600 \(directory.path("token.pem"))") == true)
        }
    }

    @Test("Directories, pipes, dangling links and huge files in place of a key are refused without waiting")
    func wrongKind() throws {
        try fill()
        let path = directory.path("saml.pem")
        let unreadable = KeyStoreError(.unreadableFile, file: "", "")
        try #require(unlink(path) == 0 && mkdir(path, 0o700) == 0)
        #expect(throws: unreadable) { try open() }
        try #require(rmdir(path) == 0 && mkfifo(path, 0o600) == 0)
        #expect(throws: unreadable) { try open() }
        try #require(unlink(path) == 0 && symlink(directory.path("absent"), path) == 0)
        #expect(throws: unreadable) { try open() }
        #expect(!directory.names.contains("absent"))
        try #require(unlink(path) == 0)
        try directory.add("saml.pem", FixtureKey.pem("saml") + [UInt8](repeating: 10, count: 70_000))
        #expect(throws: unreadable) { try open() }
    }

    @Test("A link to a key is followed, as mounted secrets are links")
    func links() throws {
        try fill()
        let other = try TemporaryDirectory()
        let target = try other.add("key", FixtureKey.pem("token"))
        try #require(unlink(directory.path("token.pem")) == 0)
        try #require(symlink(target, directory.path("token.pem")) == 0)
        #expect(try open().token.publicKey == RSAPrivateKey(pem: FixtureKey.pem("token")).publicKey)
    }

    @Test("A file in place of the directory or of its parent is reported")
    func notADirectory() throws {
        let file = try directory.add("file", [])
        for path in [file, file + "/below", ""] {
            #expect(throws: KeyStoreError(.unusableDirectory, file: "", "")) {
                try KeyStore.open(directory: path, now: now)
            }
        }
    }

    @Test("Directories and files without the necessary permissions are reported", .enabled(if: geteuid() != 0))
    func noRights() throws {
        try fill()
        try #require(chmod(directory.path("token.pem"), 0) == 0)
        #expect(throws: KeyStoreError(.unreadableFile, file: "", "")) { try open() }
        try #require(unlink(directory.path("token.pem")) == 0 && chmod(directory.path, 0o500) == 0)
        let error = #expect(throws: KeyStoreError(.unwritableFile, file: "", "")) { try open() }
        #expect(error?.file == directory.path)
        #expect(error?.message.contains("user \(geteuid())") == true)
        try #require(chmod(directory.path, 0o700) == 0)
    }

    @Test(
        "A directory that can't be created, or in which no file can be created, is reported",
        arguments: [("/proc/pass-simulator", .unusableDirectory), ("/proc/self/fd", .unwritableFile)]
            as [(String, KeyStoreError.Code)])
    func unwritable(_ path: String, _ code: KeyStoreError.Code) {
        #expect(throws: KeyStoreError(code, file: "", "")) { try KeyStore.open(directory: path, now: now) }
    }

    @Test("The reason why a directory can't be created is told, not that it is absent")
    func reason() {
        // The file system that shows the kernel's objects lets nobody create a directory, not even root.
        let error = #expect(throws: KeyStoreError(.unusableDirectory, file: "", "")) {
            try KeyStore.open(directory: "/sys/pass-simulator/data", now: now)
        }
        #expect(error?.message.contains("/sys/pass-simulator/data can't be made: ") == true)
        #expect(error?.message.contains("No such file") == false, "\(error?.message ?? "")")
    }

    @Test("An expired authority is reported")
    func expired() throws {
        try fill()
        let error = #expect(throws: KeyStoreError(.expiredAuthority, file: "", "")) {
            try KeyStore.open(directory: directory.path, now: now + .days(4000))
        }
        #expect(error?.file == directory.path("ca-key.pem"))
    }

    @Test("An authority that isn't valid yet is reported, and its file isn't changed")
    func premature() throws {
        try fill()
        let authority = try CertificateAuthority.create(name: "Test authority", now: now + .days(2))
        let bytes = authority.privateKeyPEM + authority.certificatePEM
        try directory.add("ca-key.pem", bytes)
        let error = #expect(throws: KeyStoreError(.prematureAuthority, file: "", "")) { try open() }
        #expect(error?.file == directory.path("ca-key.pem"))
        #expect(error?.message.contains("Correct the machine's clock") == true)
        #expect(try TemporaryDirectory.contents(of: directory.path("ca-key.pem")) == bytes)
        #expect(throws: Never.self) { try KeyStore.open(directory: directory.path, now: now + .days(1)) }
    }

    @Test(
        "Two identical keys are reported by their settings and files, wherever they come from",
        arguments: [("token", "device"), ("token", "saml"), ("device", "saml")])
    func equalKeys(_ one: String, _ other: String) throws {
        try fill()
        let other = try #require(KeyStore.Name(rawValue: other))
        // The same key in another spelling.
        let pem = Array("# a comment\n".utf8) + (try FixtureKey.pem(one))
        let file = try directory.add("mine.pem", pem)
        let named = #expect(throws: KeyStoreError(.equalKeys, file: "", "")) { try open([other: file]) }
        for part in ["keys.\(one)", "keys.\(other.rawValue)", directory.path("\(one).pem"), file] {
            #expect(named?.message.contains(part) == true, "\(part)")
        }
        #expect(!directory.names.contains("ca.pem"))
        try directory.add(other.file, pem)
        #expect(throws: KeyStoreError(.equalKeys, file: "", "")) { try open() }
        #expect(try TemporaryDirectory.contents(of: directory.path(other.file)) == pem)
    }

    @Test(
        "A directory that can't be written to is reported with the reason",
        arguments: [
            (ENOSPC, "disk is full"), (EDQUOT, "disk is full"), (EACCES, "right to write"), (EROFS, "Name another"),
        ])
    func remedies(_ error: Int32, _ part: String) {
        let remedy = KeyFolder.remedy(for: error)
        #expect(remedy.contains(part))
        #expect(remedy.contains("right to") == (error == EACCES))
    }

    @Test("Keys in memory need no directory, and open what the same keys sealed before")
    func inMemory() throws {
        let (token, device, saml) = try (FixtureKey.pem("token"), FixtureKey.pem("device"), FixtureKey.pem("saml"))
        let first = try InstallationKeys(SigningKeys(tokenPEM: token, devicePEM: device, samlPEM: saml), now: now)
        let second = try InstallationKeys(SigningKeys(tokenPEM: token, devicePEM: device, samlPEM: saml), now: now)
        #expect(second.sealer.open(first.sealer.seal([1, 2], context: "a"), context: "a") == [1, 2])
        #expect(first.authority.certificate != second.authority.certificate)
        #expect(throws: CryptoError(.unreadableKey, "")) {
            try SigningKeys(tokenPEM: token, devicePEM: [], samlPEM: saml)
        }
    }
}
