import PassAdmin
import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassRESTv2

extension RuleReader {
    /// The reader of this simulator's rules.
    static let standard = RuleReader(enhancedErrors: EnhancedFailures.codes)
}

/// The action that a request asks for by the header field `X-Pass-Fault`, which only test clients send.
///
/// The field's value is the action of a rule as JSON, or a short form: the name of a failure (`denied`), or members of
/// the action separated by semicolons (`status=503; delay=200`).
enum RequestedAction {
    static let field: HTTPFieldName = "X-Pass-Fault"

    /// The members of an action that can be written in the short form, as numbers or as texts.
    private static let numbers = ["status", "delay"]
    private static let texts = ["failure", "message", "token", "transport", "mvpd"]

    /// Returns the action; `nil` if the request asks for none.
    ///
    /// - Throws: `EntitlementFailure.malformedParameter`, `EntitlementFailure.missingParameter`.
    static func read(_ request: HTTPRequest) throws(EntitlementFailure) -> RuleAction? {
        let values = request.fields.values(field)
        guard let text = values.first else { return nil }
        guard values.count == 1 else { throw .malformedParameter(field.description, reason: "is given twice") }
        var action = try RuleReader.standard.action(value(text), at: field.description)
        // The field applies only to its own request, so it must not affect the handshakes of other connections.
        if case .neverAccept = action.transport { action.transport = .neverAccept(milliseconds: 0) }
        return action
    }

    private static func value(_ text: String) throws(EntitlementFailure) -> JSONValue {
        let bytes = Array(text.utf8)
        if bytes.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "{") {
            do {
                let (value, hasRepeatedName) = try JSONValue.read(bytes)
                if !hasRepeatedName { return value }
            } catch {
                throw .malformedParameter(field.description, reason: "isn't JSON: \(error)")
            }
            throw .malformedParameter(field.description, reason: "has an object with the same name twice")
        }
        var members: [ExactText: JSONValue] = [:]
        for piece in text.pieces(separatedBy: UInt8(ascii: ";")) {
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
            let (name, value) = parts.count == 2 ? (parts[0], parts[1]) : ("failure", parts[0])
            guard members[name] == nil else {
                throw .malformedParameter(field.description, reason: "has \(name) twice")
            }
            if numbers.containsBytes(of: name), let number = Int64(value) {
                members[name] = .integer(number)
            } else if (numbers + texts).containsBytes(of: name) {
                members[name] = .string(value)
            } else {
                throw .malformedParameter(
                    field.description,
                    reason: "is neither an action as JSON nor a short form such as denied, status=503 or delay=200")
            }
        }
        return .object(members)
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        return String(start[..<(start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex)])
    }

    /// Returns the answer to a request whose action can't be read.
    static func refusal(_ failure: EntitlementFailure) -> HTTPResponse {
        let isMissing = if case .missingParameter = failure { true } else { false }
        return Problem.response(.badRequest, isMissing ? "Missing input" : "Malformed input", sentence(failure))
    }

    /// Returns the sentence that says why an action can't be read.
    static func sentence(_ failure: EntitlementFailure) -> String {
        switch failure {
        case .malformedParameter(let name, let reason): "\(name) \(reason)."
        case .missingParameter(let name): "\(name) is missing."
        default: "\(field) can't be used."
        }
    }
}
