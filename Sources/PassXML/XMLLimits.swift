/// The limits on a document that is read, and the treatment of undeclared prefixes and of processing instructions.
package struct XMLLimits: Sendable {
    /// The treatment of prefixes without a declaration.
    package enum Namespaces: Sendable {
        /// A prefix without a declaration is refused, as Namespaces in XML demands.
        case declared
        /// A prefix without a declaration is kept, and names with it are in no namespace. Clients send fragments that
        /// were cut out of larger documents.
        case lenient
    }

    /// The treatment of processing instructions.
    package enum Instructions: Sendable {
        /// Processing instructions are skipped, like comments.
        case dropped
        /// Processing instructions are refused. Documents with signatures need this, because a signature covers
        /// instructions that the tree doesn't show.
        case refused
    }

    /// The most bytes that the document may have.
    package var bytes: Int
    /// The most elements that may be open at once, the root included.
    package var depth: Int
    /// The most elements in the whole document.
    package var elements: Int
    /// The most attributes of one element, namespace declarations included.
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
