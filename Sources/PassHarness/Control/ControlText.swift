import PassCore
import PassSimulator

/// Text that a person wrote as the content of a control operation.
enum ControlText {
    /// Returns the value of JSON5 text, which may be plain JSON.
    ///
    /// - Parameter name: the content's name at the beginning of a message, e.g. `The rule`.
    /// - Throws: `ControlError` for other text, with its line and column.
    static func value(_ text: String, of name: String) throws(ControlError) -> JSONValue {
        do {
            return value(try JSON5Reader.read(Array(text.utf8)))
        } catch {
            throw ControlError(
                refused: "\(name) can't be read: \(error.message) (line \(error.position.line), column "
                    + "\(error.position.column)).")
        }
    }

    private static func value(_ node: JSON5Node) -> JSONValue {
        switch node.value {
        case .null: .null
        case .flag(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .text(let text): .string(text)
        case .list(let elements): .array(elements.map { value($0) })
        case .object(let members):
            .object(
                Dictionary(
                    members.map { (ExactText($0.name), value($0.node)) }, uniquingKeysWith: { first, _ in first }))
        }
    }
}
