import Testing

@testable import PassCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("FileReader") struct FileReaderTests {
    @Test("A file is read whole, up to the limit") func limit() throws {
        let path = "/tmp/file-reader-\(SystemIdentifierSource().hex(byteCount: 8))"
        defer { unlink(path) }
        let bytes = (0..<100_000).map { UInt8($0 % 251) }
        let file = try #require(fopen(path, "w"))
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        #expect(fclose(file) == 0)

        #expect(try FileReader.read(path) == bytes)
        #expect(try FileReader.read(path, atMost: bytes.count) == bytes)
        #expect(throws: FileReader.Failure.tooLong) { try FileReader.read(path, atMost: bytes.count - 1) }
    }

    @Test("A path that can't be read fails with the system's reason")
    func unreadable() {
        #expect(throws: FileReader.Failure.system(ENOENT)) { try FileReader.read("/nonexistent/file") }
        #expect(throws: FileReader.Failure.system(EISDIR)) { try FileReader.read("/tmp") }
    }
}
