#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file under `Fixtures`, found from where this source file lies.
package enum Fixture {
    /// A fixture that isn't there or can't be read.
    package struct Missing: Error {
        package let path: String
    }

    /// - Parameter path: below `Fixtures`, e.g. `Keys/token.pem`.
    package static func bytes(_ path: String) throws -> [UInt8] {
        guard let file = fopen("\(directory)/\(path)", "r") else { throw Missing(path: path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
            bytes += chunk.prefix(count)
        }
        return bytes
    }

    /// The text of a file that ends with a line break, without that.
    package static func line(_ path: String) throws -> String {
        let bytes = try bytes(path)
        return String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }

    /// The folder `Fixtures`.
    package static var directory: String {
        // This file is Tests/PassTestSupport/Fixture.swift.
        let root = #filePath.split(separator: "/").dropLast(3)
        return "/" + root.joined(separator: "/") + "/Fixtures"
    }
}
