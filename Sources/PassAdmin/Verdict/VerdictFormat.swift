import PassCore
import PassEndpointKit
import PassHTTP

/// The format of an answer with a verdict.
enum VerdictFormat: String, CaseIterable {
    case json
    case text
    case junit
    case sarif

    var contentType: String {
        switch self {
        case .json: "application/json"
        case .text: "text/plain; charset=utf-8"
        case .junit: "application/xml"
        case .sarif: "application/sarif+json"
        }
    }

    func bytes(of verdict: ClientVerdict) -> [UInt8] {
        switch self {
        case .json: VerdictJSON.bytes(verdict)
        case .text: Array(VerdictText.text(verdict).utf8)
        case .junit: Array(VerdictJUnit.text(verdict).utf8)
        case .sarif: VerdictSARIF.bytes(verdict)
        }
    }

    /// Returns the format that an `Accept` field names first; JSON if it names none.
    static func preferred(_ accept: [String]) -> VerdictFormat {
        for range in accept.flatMap({ $0.asciiLowercased.split(separator: ",") }) {
            switch (range.split(separator: ";").first ?? "").filter({ $0 != " " && $0 != "\t" }) {
            case "application/json": return .json
            case "text/plain": return .text
            case "application/xml", "text/xml": return .junit
            case "application/sarif+json": return .sarif
            default: continue
            }
        }
        return .json
    }
}
