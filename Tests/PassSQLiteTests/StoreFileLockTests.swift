import Dispatch
import PassCore
import PassDomain
import PassTestSupport
import Testing

@testable import PassSQLite

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("The lock of a store's file")
struct StoreFileLockTests {
    @Test("A refused lock closes only its own descriptor")
    func refused() async {
        // In a process of its own, whose other descriptors nobody misses.
        await #expect(processExitsWith: .success) {
            let path = TemporaryFile.path("store.sqlite")
            let lock = try StoreFileLock(of: path)
            let isOver = Guarded(false)
            let others = DispatchGroup()
            for number in 0..<2 {
                DispatchQueue(label: "other \(number)").async(group: others) {
                    while !isOver.withLock({ $0 }) {
                        let descriptor = open("/dev/null", O_RDONLY)
                        #expect(descriptor >= 0 && close(descriptor) == 0)
                    }
                }
            }
            for _ in 0..<20_000 {
                #expect(throws: StoreError(.inUse, "")) { try StoreFileLock(of: path) }
            }
            isOver.withLock { $0 = true }
            others.wait()
            withExtendedLifetime(lock) {}
        }
    }

    @Test("A released lock is free, although a child that is being started has its descriptor")
    func givenBack() throws {
        let path = TemporaryFile.path("store.sqlite")
        var lock: StoreFileLock? = try StoreFileLock(of: path)
        // Shares the lock as a descriptor does that a child inherits.
        let inherited = dup(try #require(lock).descriptor)
        defer { close(inherited) }
        #expect(inherited >= 0)
        lock = nil
        _ = try StoreFileLock(of: path)
    }
}
