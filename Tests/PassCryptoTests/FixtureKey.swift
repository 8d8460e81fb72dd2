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
