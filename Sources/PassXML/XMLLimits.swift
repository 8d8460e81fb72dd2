/// How much a document may ask of the reader, and what becomes of prefixes that nobody declared.
package struct XMLLimits: Sendable {
    package enum Namespaces: Sendable {
        /// A prefix without a declaration is refused, as Namespaces in XML demands.
        case declared
        /// Such a prefix is kept and stands for no namespace, as clients send fragments cut out of larger documents.
        case lenient
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

    package init(
        bytes: Int = 1 << 20, depth: Int = 64, elements: Int = 10_000, attributes: Int = 64,
        namespaces: Namespaces = .declared
    ) {
        self.bytes = bytes
        self.depth = depth
        self.elements = elements
        self.attributes = attributes
        self.namespaces = namespaces
    }

    package static let `default` = XMLLimits()
    package static let lenientNamespaces = XMLLimits(namespaces: .lenient)
}
