import PassCore

/// A whole query in one parameter, in URL-safe base64 without padding.
///
/// The address in a meta refresh has such a query in place of several parameters. Clients that read the tag with a
/// regular expression (yt-dlp, for one) don't decode `&amp;`. With a single parameter the address needs no `&`.
package enum PackedQuery {
    private static let start = "query="

    /// Returns a query whose only parameter contains `query`.
    package static func pack(_ query: String) -> String {
        start + Base64.encode(Array(query.utf8), .url)
    }

    /// Returns the query that is packed in `query`; `nil` if there is none.
    package static func unpack(_ query: Substring) -> String? {
        guard query.utf8.starts(with: start.utf8) else { return nil }
        return Base64.decode(query.utf8.dropFirst(start.utf8.count), .url).flatMap {
            String(validating: $0, as: UTF8.self)
        }
    }
}
