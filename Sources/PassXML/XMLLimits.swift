/// How much a document may ask of the reader, and what becomes of undeclared prefixes and of processing instructions.
package struct XMLLimits: Sendable {
    package enum Namespaces: Sendable {
        /// A prefix without a declaration is refused, as Namespaces in XML demands.
        case declared
        /// Such a prefix is kept and stands for no namespace, as clients send fragments cut out of larger documents.
        case lenient
    }

    package enum Instructions: Sendable {
        /// They are read over, like comments.
        case dropped
        /// For documents with signatures, which cover processing instructions that the tree wouldn't show.
        case refused
    }

    /// Length of the whole document.
    package var bytes: Int
    /// Elements that may be open at once, the root among them.
    package var depth: Int
    /// Elements in the whole document.
    package var elements: Int
    /// Attributes of one element, namespace declarations among them.
    package var attributes: Int
    package var namespaces: Namespaces
    package var instructions: Instructions

    package init(
        bytes: Int = 1 << 20, depth: Int = 64, elements: Int = 10_000, attributes: Int = 64,
        namespaces: Namespaces = .declared, instructions: Instructions = .dropped
    ) {
        self.bytes = bytes
        self.depth = depth
        self.elements = elements
        self.attributes = attributes
        self.namespaces = namespaces
        self.instructions = instructions
    }

    package static let `default` = XMLLimits()
    package static let lenientNamespaces = XMLLimits(namespaces: .lenient)
}
