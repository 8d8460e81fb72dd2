package import PassDomain
import PassXML

/// Reads a `resource_id`: a plain identifier, or an MRSS document with one item.
package enum ResourceReader {
    /// - Returns: the resource, or a denial for a document that isn't MRSS or isn't XML at all.
    package static func read(_ text: String) -> Result<Resource, Denial> {
        guard text.first(where: { !$0.isWhitespace }) == "<" else { return .success(Resource(text)) }
        guard let root = try? XMLReader.parse(Array(text.utf8), limits: .lenientNamespaces), root.name == "rss",
            let channel = root.first("channel")
        else { return .failure(.invalidResource) }
        let name = channel.first("item")?.first("guid")?.text ?? channel.first("title")?.text ?? ""
        let trimmed = trim(name)
        guard !trimmed.isEmpty else { return .failure(.invalidResource) }
        return .success(Resource(text: text, name: trimmed, isMRSS: true))
    }

    private static func trim(_ text: String) -> String {
        var slice = Substring(text)
        while let last = slice.last, last.isWhitespace { slice.removeLast() }
        return String(slice.drop(while: \.isWhitespace))
    }
}
