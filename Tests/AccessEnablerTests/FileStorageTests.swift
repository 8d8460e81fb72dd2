import Dispatch
import FoundationEssentials
import PassCore
import Testing

@testable import AccessEnabler

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("A store in files")
struct FileStorageTests {
    private struct Stop: Error {}

    /// A folder that is gone when the test ends.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.path + "/access-enabler-\(UUID().uuidString)"
        deinit { try? FileManager.default.removeItem(atPath: path) }

        var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

        func permissions(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
        }
    }

    @Test("Stored data is in a file for its owner only, whose folders are created, with a lock file beside it")
    func stored() throws {
        let folder = Folder()
        let storage = FileStorage(path: folder.path + "/a/b.json")
        #expect(try storage.access { $0 } == nil)
        try storage.access { $0 = [1, 2] }
        #expect(try storage.access { $0 } == [1, 2])
        #expect(try folder.permissions("a/b.json") == 0o600)
        #expect(try folder.permissions("a/b.json.lock") == 0o600)
        #expect(try folder.permissions("a") == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/a").count == 2)
        try storage.access { $0 = nil }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/a") == ["b.json.lock"])
    }

    @Test("A body that throws changes nothing")
    func thrown() throws {
        let folder = Folder()
        let storage = FileStorage(path: folder.path + "/b.json")
        try storage.access { $0 = [1] }
        #expect(throws: Stop.self) {
            try storage.access { bytes in
                bytes = [2]
                throw Stop()
            }
        }
        #expect(try storage.access { $0 } == [1])
    }

    @Test("A path that isn't a plain file, and content that is too large, are refused")
    func refused() throws {
        let folder = Folder()
        try FileManager.default.createDirectory(atPath: folder.path + "/b.json", withIntermediateDirectories: true)
        #expect(throws: StorageError(.unreadable, "")) { try FileStorage(path: folder.path + "/b.json").access { $0 } }
        let storage = FileStorage(path: folder.path + "/c.json")
        #expect(throws: StorageError(.tooLarge, "")) {
            try storage.access { $0 = [UInt8](repeating: 0x20, count: (16 << 20) + 1) }
        }
        #expect(try storage.access { $0 } == nil)
    }

    @Test("A folder that can't be made is an error, not a store without content")
    func noFolder() throws {
        let folder = Folder()
        try FileStorage(path: folder.path + "/file").access { $0 = [1] }
        #expect(throws: StorageError.self) { try FileStorage(path: folder.path + "/file/b.json").access { $0 } }
    }

    @Test("Users take turns, so that no change is lost")
    func turns() throws {
        let folder = Folder()
        let path = folder.path + "/b.json"
        let failures = Guarded(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<5 {
                do {
                    try FileStorage(path: path).access { $0 = ($0 ?? []) + [7] }
                } catch {
                    failures.withLock { $0 += 1 }
                }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        #expect(try FileStorage(path: path).access { $0?.count } == 20)
    }

    @Test("A store that another process has locked is busy, and free again afterwards")
    func busy() throws {
        let folder = Folder()
        let storage = FileStorage(path: folder.path + "/b.json", attempts: 2)
        try storage.access { _ in
            _ = #expect(throws: StorageError(.busy, "")) { try storage.access { $0 } }
        }
        #expect(try storage.access { $0 } == nil)
    }

    @Test("A system call that a signal interrupts is repeated, one that fails isn't")
    func interrupted() {
        var results: [(Int, Int32)] = [(-1, EINTR), (-1, EINTR), (3, 0), (-1, EIO)]
        func call() -> Int {
            let (result, error) = results.removeFirst()
            errno = error
            return result
        }
        #expect(uninterrupted(call) == 3)
        #expect(uninterrupted(call) == -1)
        #expect(results.isEmpty)
    }

    @Test("A folder has one file for each generation and one for each app, whatever the app's name")
    func provider() throws {
        let folder = Folder()
        let provider = FileStorageProvider(folder: folder.path, app: "../com.x/y")
        for generation in StoreGeneration.allCases { try provider.shared(generation).access { $0 = [1] } }
        try provider.own.access { $0 = [1] }
        try FileStorageProvider(folder: folder.path).own.access { $0 = [2] }
        #expect(
            folder.names.filter { !$0.hasSuffix(".lock") } == [
                "app-..%2Fcom.x%2Fy.json", "app-default.json", "shared-keychain.json", "shared-nested.json",
                "shared-partitioned.json", "shared-single.json",
            ])
    }
}
