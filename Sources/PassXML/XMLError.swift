/// Why a document was not read, and where; equal by code.
package struct XMLError: Error, Equatable, CustomStringConvertible {
    package enum Code: Sendable, CaseIterable {
        /// Zero bytes.
        case empty
        /// Not UTF-8, or a declaration that names another encoding.
        case notUTF8
        /// Not well-formed, cut short, or an entity that XML doesn't predefine.
        case malformed
        /// A document type declaration, with or without entities in it.
        case doctype
        /// A processing instruction where `XMLLimits.Instructions` refuses them.
        case instruction
        /// A prefix without a declaration, or a declaration that Namespaces in XML forbids.
        case namespace
        case tooManyBytes
        case tooDeep
        case tooManyElements
        case tooManyAttributes
        /// No memory for a parser.
        case noMemory
    }

    package var code: Code
    package var message: String
    /// Bytes before the place.
    package var offset: Int
    /// The first line is 1.
    package var line: Int

    package init(_ code: Code, _ message: String, offset: Int = 0, line: Int = 1) {
        self.code = code
        self.message = message
        self.offset = offset
        self.line = line
    }

    package var description: String { "\(message) (line \(line), byte \(offset))" }

    package static func == (left: XMLError, right: XMLError) -> Bool { left.code == right.code }
}
