import PassCore
import PassHTTP

extension DeliveryReport {
    /// Writes the members of an exchange's `delivery`.
    func write(to writer: inout JSONWriter) {
        writer.member("result", result.rawValue)
        writer.member("headSent", isHeadSent)
        writer.member("contentBytes", contentBytes)
        writer.member("contentLength", contentLength)
    }

    /// The delivery as a sentence for people.
    var sentence: String {
        let part = (isHeadSent ? "the head and " : "") + "\(contentBytes) of \(contentLength) bytes of the content"
        return switch result {
        case .whole: "The whole answer was sent."
        case .reset: "The connection was reset after \(part)."
        case .closed: "The connection was closed after \(part)."
        case .stalled: "Nothing more was sent after \(part)."
        case .wrongLength: "The answer was sent with a wrong Content-Length."
        case .garbage: "The content was sent without a head."
        case .connectionEnded: "The connection ended before the whole answer was sent, after \(part)."
        }
    }
}
