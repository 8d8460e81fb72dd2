/// The reason why a document wasn't read, and the place where reading stopped. Errors are equal if their codes are.
package struct XMLError: Error, Equatable, CustomStringConvertible {
    package enum Code: Sendable, CaseIterable {
        /// The document has no bytes.
        case empty
        /// The bytes aren't UTF-8, or the document declares another encoding.
        case notUTF8
        /// The document isn't well-formed or is truncated, or it uses an entity that XML doesn't predefine.
        case malformed
        /// The document has a document type declaration, with or without entities in it.
        case doctype
        /// The document has a processing instruction, and `XMLLimits.Instructions` refuses them.
        case instruction
        /// A prefix has no declaration, or a declaration breaks the rules of Namespaces in XML.
        case namespace
        case tooManyBytes
        case tooDeep
        case tooManyElements
        case tooManyAttributes
        /// The memory for a parser couldn't be allocated.
        case noMemory
    }

    package var code: Code
    package var message: String
    /// The number of bytes before the place of the error.
    package var offset: Int
    /// The line of the error; the first line is 1.
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
