import PassCore

/// A whole query in one parameter: base64 for URLs, without padding.
///
/// The address in a meta refresh has one where it would have several parameters. Clients that read the tag with a regular
/// expression undo no `&amp;` in it (yt-dlp, for one), and an address without `&` needs none.
package enum PackedQuery {
    private static let start = "query="

    /// The query that carries `query`.
    package static func pack(_ query: String) -> String {
        start + Base64.encode(Array(query.utf8), .url)
    }

    /// The query that `query` carries; `nil` for one that carries none.
    package static func unpack(_ query: Substring) -> String? {
        guard query.utf8.starts(with: start.utf8) else { return nil }
        return Base64.decode(query.utf8.dropFirst(start.utf8.count), .url).flatMap {
            String(validating: $0, as: UTF8.self)
        }
    }
}
