import PassCore

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

    /// Whether it has that local name in `namespace`.
    package func isNamed(_ localName: String, in namespace: String) -> Bool {
        name.hasSameBytes(as: localName) && self.namespace?.hasSameBytes(as: namespace) == true
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
        firstElement { $0.name.hasSameBytes(as: localName) }
    }

    /// The first child element of that local name in `namespace`.
    package func first(_ localName: String, in namespace: String) -> XMLElement? {
        firstElement { $0.isNamed(localName, in: namespace) }
    }

    private func firstElement(where matches: (XMLElement) -> Bool) -> XMLElement? {
        for case .element(let element) in children where matches(element) { return element }
        return nil
    }

    /// The child elements of that local name, in any namespace.
    package func all(_ localName: String) -> [XMLElement] {
        elements.filter { $0.name.hasSameBytes(as: localName) }
    }

    /// The child elements of that local name in `namespace`.
    package func all(_ localName: String, in namespace: String) -> [XMLElement] {
        elements.filter { $0.isNamed(localName, in: namespace) }
    }

    /// The elements of that local name at any depth below this one, in document order.
    package func descendants(_ localName: String) -> [XMLElement] {
        var found: [XMLElement] = []
        collect(localName, into: &found)
        return found
    }

    private func collect(_ localName: String, into found: inout [XMLElement]) {
        for case .element(let element) in children {
            if element.name.hasSameBytes(as: localName) { found.append(element) }
            element.collect(localName, into: &found)
        }
    }

    /// The value of the attribute that is written with this name and without a prefix.
    package subscript(attribute name: String) -> String? {
        attributes.first { $0.name.hasSameBytes(as: name) && $0.prefix == nil }?.value
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
