import Testing

@testable import pass_simulator

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Files that commands write")
struct FileSystemTests {
    /// A new folder, removed with its files after `body`.
    private func withFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/pass-files-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            for name in names(in: folder) { _ = remove("\(folder)/\(name)") }
            rmdir(folder)
        }
        try body(folder)
    }

    private func names(in folder: String) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            names.append(String(decoding: name, as: UTF8.self))
        }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }

    @Test("A regular file is replaced in one step, and nothing else remains")
    func replaced() throws {
        try withFolder { folder in
            for text in ["first", "second, longer"] {
                try FileSystem.publish(Array(text.utf8), at: "\(folder)/ready")
                #expect(try FileSystem.read("\(folder)/ready") == Array(text.utf8))
                #expect(names(in: folder) == ["ready"])
            }
        }
    }

    @Test("A device, a folder, a pipe or a link isn't changed, and nothing remains")
    func notReplaced() throws {
        try withFolder { folder in
            try FileSystem.publish([1], at: "\(folder)/target")
            try #require(symlink("\(folder)/target", "\(folder)/link") == 0)
            try #require(symlink("\(folder)/nowhere", "\(folder)/loose") == 0)
            try #require(mkfifo("\(folder)/pipe", 0o600) == 0)
            let before = names(in: folder)
            for path in ["\(folder)/link", "\(folder)/loose", "\(folder)/pipe", folder, "/dev/null"] {
                #expect(throws: FileSystem.Failure.self, "\(path)") { try FileSystem.publish([2], at: path) }
                #expect(throws: FileSystem.Failure.self, "\(path)") { try FileSystem.requireReplaceable(path) }
            }
            #expect(names(in: folder) == before)
            #expect(try FileSystem.read("\(folder)/target") == [1])
        }
    }

    @Test("A folder that doesn't exist is reported when the file is written")
    func noFolder() throws {
        #expect(throws: Never.self) { try FileSystem.requireReplaceable("/nonexistent/ready") }
        #expect(throws: FileSystem.Failure.self) { try FileSystem.publish([1], at: "/nonexistent/ready") }
    }
}
