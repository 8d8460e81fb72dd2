import FoundationEssentials
import PassTestSupport

/// Inputs to begin with, from `Fixtures` and from short texts.
enum Seeds {
    /// The files below a folder of `Fixtures`, in the order of their paths.
    ///
    /// - Parameter suffix: how their names end.
    static func files(_ folder: String, _ suffix: String = "") throws -> [[UInt8]] {
        try paths(folder).filter { $0.hasSuffix(suffix) }.map { try Fixture.bytes($0) }
    }

    /// The files that one target broke on once; none is no error.
    static func crashes(_ target: String) throws -> [(name: String, bytes: [UInt8])] {
        try paths("Fuzz/\(target)").map { ($0, try Fixture.bytes($0)) }
    }

    static func texts(_ texts: String...) -> [[UInt8]] {
        texts.map { Array($0.utf8) }
    }

    /// The content of recorded messages: what follows their heads.
    static func bodies(_ folder: String, _ suffix: String) throws -> [[UInt8]] {
        try files(folder, suffix).compactMap { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            return text.firstRange(of: "\n\n").map { Array(text[$0.upperBound...].utf8) }
        }
    }

    /// Paths below `Fixtures` of the files in a folder and those below it.
    private static func paths(_ folder: String) throws -> [String] {
        let root = Fixture.directory + "/" + folder
        guard FileManager.default.fileExists(atPath: root) else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
            .map { folder + "/" + $0 }
            .filter { path in
                var isDirectory = false
                return FileManager.default.fileExists(atPath: Fixture.directory + "/" + path, isDirectory: &isDirectory)
                    && !isDirectory
            }
    }
}

extension FuzzTarget {
    /// The inputs that once broke it, which the tests replay.
    package func crashes() throws -> [(name: String, bytes: [UInt8])] { try Seeds.crashes(name) }
}
