import PassCore
import PassDomain

extension ControlContent {
    /// Reads a file in one of the simulator's own formats, after checking the format's name and version.
    ///
    /// - Parameter limit: the maximum number of values and names in the file, which limits the memory that reading takes.
    /// - Throws: `EntitlementFailure.malformedParameter`.
    static func file(
        _ bytes: [UInt8], format: String, version: Int64, names: [String], mostParts limit: Int
    ) throws(EntitlementFailure) -> ControlContent {
        if JSONValue.hasMoreParts(than: limit, bytes) {
            throw .malformedParameter("The content", reason: "has more than \(limit) values and names")
        }
        let (value, hasRepeatedName) = try parse(bytes)
        guard value.objectValue != nil else { throw .malformedParameter("The content", reason: "isn't a JSON object") }
        guard value["format"] == .string(format) else {
            throw .malformedParameter("format", reason: "isn't \"\(format)\"")
        }
        guard value["version"] == .integer(version) else {
            throw .malformedParameter("version", reason: "isn't \(version), the only supported version")
        }
        if hasRepeatedName {
            throw .malformedParameter("The content", reason: "has an object with the same name twice")
        }
        return try ControlContent(value, names: names, at: "")
    }
}
