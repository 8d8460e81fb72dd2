import PassCore

/// A refusal of a control operation, as the simulator's problem document (RFC 9457) states it.
public struct ControlError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The status of the answer.
    public let status: Int
    /// The kind of the problem, e.g. `Malformed input`; empty if the answer isn't a problem document.
    public let title: String
    /// The sentence that names the wrong member and the nearest known one.
    public let detail: String
    /// The member, parameter or header field that is missing or wrong, e.g. `action.delay`; `nil` if the error isn't in
    /// one of these.
    public let field: String?
    /// The answer's body. If a wait timed out, it has the exchanges that nearly matched.
    public let document: String

    /// The maximum length of a body that `document` and `detail` keep, in bytes; the rest is cut off.
    private static let longestDocument = 1 << 20

    public var description: String {
        let reason = [title, detail].filter { !$0.isEmpty }.joined(separator: ": ")
        return reason.isEmpty ? "The simulator answered \(status)." : reason
    }

    init(status: Int, body: [UInt8]) {
        let problem = try? JSONValue.parse(body)
        self.status = status
        title = problem?["title"]?.stringValue ?? ""
        detail = problem?["detail"]?.stringValue ?? ""
        field = problem?["field"]?.stringValue
        document = String(decoding: body.prefix(Self.longestDocument), as: UTF8.self)
    }

    /// Creates the error for input that the client itself refuses, in the simulator's words.
    init(refused detail: String) {
        status = 400
        title = "Malformed input"
        self.detail = detail
        field = nil
        document = ""
    }

    /// Creates the error for an answer that doesn't come from a simulator.
    init(status: Int, unreadable path: String) {
        self.status = status
        title = "Unreadable answer"
        detail = "The answer to \(path) doesn't come from a simulator."
        field = nil
        document = ""
    }
}
