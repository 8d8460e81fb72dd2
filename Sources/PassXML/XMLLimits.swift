/// The limits on a document that is read, and the treatment of undeclared prefixes and of processing instructions.
package struct XMLLimits: Sendable {
    /// The treatment of prefixes without a declaration.
    package enum Namespaces: Sendable {
        /// A prefix without a declaration is refused, as Namespaces in XML demands.
        case declared
        /// A prefix without a declaration is kept, and names with it are in no namespace. Clients send fragments of
        /// larger documents, and the declarations may be in the part that is missing.
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

    /// The maximum number of bytes in the document.
    package var bytes: Int
    /// The maximum number of elements that are open at once, including the root.
    package var depth: Int
    /// The maximum number of elements in the whole document.
    package var elements: Int
    /// The maximum number of attributes of one element, including namespace declarations.
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
