import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A new directory for one test, removed with everything in it when the test drops it.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/pass-crypto-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        Self.removeAll(path)
    }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file and gives back its path.
    @discardableResult
    func add(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o600) throws -> String {
        let descriptor = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
        try #require(fchmod(descriptor, mode) == 0)
        return path(name)
    }

    /// The names of the files in it, sorted.
    var names: [String] { Self.names(in: path) }

    private static func names(in directory: String) -> [String] {
        guard let listing = opendir(directory) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func removeAll(_ path: String) {
        for name in names(in: path) { removeAll("\(path)/\(name)") }
        _ = remove(path)
    }

    static func contents(of path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(descriptor, &chunk, chunk.count), count > 0 {
            bytes += chunk.prefix(count)
        }
        return bytes
    }
}

/// The keys in `Fixtures/Keys`.
enum FixtureKey {
    static func pem(_ name: String) throws -> [UInt8] {
        try TemporaryDirectory.contents(of: "\(#filePath)/../../../Fixtures/Keys/\(name).pem".resolved)
    }
}

extension String {
    /// The path without `..` steps, as the first of them here leads out of a file.
    fileprivate var resolved: String {
        var parts: [Substring] = []
        for part in split(separator: "/") {
            if part == ".." { parts.removeLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
