/// An element as it was read, with everything below it; comments and processing instructions are gone.
package struct XMLElement: Sendable, Equatable {
    package enum Node: Sendable, Equatable {
        case element(XMLElement)
        /// Characters with entities and CDATA sections resolved; never two in a row.
        case text(String)
    }

    /// The local name, without the prefix.
    package var name: String
    package var prefix: String?
    /// The namespace that the prefix, or the lack of one, stands for; `nil` when there is none.
    package var namespace: String?
    /// In written order, without the `xmlns` declarations.
    package var attributes: [XMLAttribute]
    package var children: [Node]

    package init(
        name: String, prefix: String? = nil, namespace: String? = nil, attributes: [XMLAttribute] = [],
        children: [Node] = []
    ) {
        self.name = name
        self.prefix = prefix
        self.namespace = namespace
        self.attributes = attributes
        self.children = children
    }

    /// The child elements, in order.
    package var elements: [XMLElement] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The text directly in this element, joined across child elements and comments; white space is kept.
    package var text: String {
        children.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
    }

    /// The first child element of that local name, in any namespace.
    package func first(_ localName: String) -> XMLElement? {
        elements.first { $0.name == localName }
    }

    /// The first child element of that local name in `namespace`.
    package func first(_ localName: String, in namespace: String) -> XMLElement? {
        elements.first { $0.name == localName && $0.namespace == namespace }
    }

    /// The child elements of that local name, in any namespace.
    package func all(_ localName: String) -> [XMLElement] {
        elements.filter { $0.name == localName }
    }

    /// The child elements of that local name in `namespace`.
    package func all(_ localName: String, in namespace: String) -> [XMLElement] {
        elements.filter { $0.name == localName && $0.namespace == namespace }
    }

    /// The elements of that local name at any depth below this one, in document order.
    package func descendants(_ localName: String) -> [XMLElement] {
        elements.flatMap { ($0.name == localName ? [$0] : []) + $0.descendants(localName) }
    }

    /// The value of the attribute that is written with this name and without a prefix.
    package subscript(attribute name: String) -> String? {
        attributes.first { $0.name == name && $0.prefix == nil }?.value
    }
}

/// An attribute as it was read, its value with entities resolved and white space normalised (XML 1.0, section 3.3.3).
package struct XMLAttribute: Sendable, Equatable {
    /// The local name, without the prefix.
    package var name: String
    package var prefix: String?
    /// `nil` without a prefix: the default namespace is not that of attributes (Namespaces in XML, section 6.2).
    package var namespace: String?
    package var value: String

    package init(name: String, prefix: String? = nil, namespace: String? = nil, value: String) {
        self.name = name
        self.prefix = prefix
        self.namespace = namespace
        self.value = value
    }
}
