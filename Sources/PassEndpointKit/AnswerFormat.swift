import PassCore

/// Whether an answer is written as XML or as JSON (REST API v1, "Choosing XML or JSON").
package enum AnswerFormat: Sendable {
    /// XML, the default.
    case xml
    case json

    package static let jsonType = "application/json;charset=UTF-8"
    package static let xmlType = "application/xml;charset=UTF-8"

    /// Returns the format of the first known type in an `Accept` field, or XML.
    static func accepted(_ accept: String) -> AnswerFormat {
        for item in accept.asciiLowercased.split(separator: ",") {
            let type = String(Substring(item.utf8.prefix { $0 != UInt8(ascii: ";") })).filter { !$0.isWhitespace }
            guard let slash = type.firstIndex(of: "/") else { continue }
            let subtype = type[type.index(after: slash)...]
            if subtype == "json" || subtype.hasSuffix("+json") { return .json }
            if type == "application/xml" || type == "text/xml" { return .xml }
        }
        return .xml
    }
}
