import FoundationEssentials

/// A file of settings or keys, which is read as a whole.
enum SmallFile {
    /// Returns the file's bytes, or `nil` when the file can't be read or has more than 1 MiB.
    static func bytes(_ path: String) -> [UInt8]? {
        guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= 1 << 20 else { return nil }
        return [UInt8](data)
    }
}
