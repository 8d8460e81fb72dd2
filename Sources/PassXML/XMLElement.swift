import PassCore

/// An element of a document, with everything below it except comments and processing instructions.
///
/// Elements are objects rather than values: a search through a message visits many of them, and copying one would copy
/// all its fields.
package final class XMLElement: Sendable, Equatable {
    /// A child of an element.
    package enum Node: Sendable, Equatable {
        case element(XMLElement)
        /// A run of characters with entities and CDATA sections resolved. Two text nodes never follow each other
        /// directly.
        case text(String)
    }

    /// The local name, without the prefix.
    package let name: String
    package let prefix: String?
    /// The namespace of the element's prefix, or the default namespace if it has no prefix; `nil` if there is none.
    package let namespace: String?
    /// The attributes in document order, without the `xmlns` declarations.
    package let attributes: [XMLAttribute]
    package let children: [Node]

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

    package static func == (left: XMLElement, right: XMLElement) -> Bool {
        left === right
            || left.name == right.name && left.prefix == right.prefix && left.namespace == right.namespace
                && left.attributes == right.attributes && left.children == right.children
    }

    /// Whether the element has this local name in `namespace`.
    package func isNamed(_ localName: String, in namespace: String) -> Bool {
        name.hasSameBytes(as: localName) && self.namespace?.hasSameBytes(as: namespace) == true
    }

    /// The child elements, in document order.
    package var elements: [XMLElement] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// Whether there is a child element.
    package var hasElements: Bool {
        children.contains { if case .element = $0 { true } else { false } }
    }

    /// The text directly in this element, with all white space. The pieces between child elements and comments are
    /// joined.
    package var text: String {
        children.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
    }

    /// Returns the first child element with this local name, in any namespace.
    package func first(_ localName: String) -> XMLElement? {
        firstElement { $0.name.hasSameBytes(as: localName) }
    }

    /// Returns the first child element with this local name in `namespace`.
    package func first(_ localName: String, in namespace: String) -> XMLElement? {
        firstElement { $0.isNamed(localName, in: namespace) }
    }

    private func firstElement(where matches: (XMLElement) -> Bool) -> XMLElement? {
        for case .element(let element) in children where matches(element) { return element }
        return nil
    }

    /// Returns the child elements with this local name, in any namespace.
    package func all(_ localName: String) -> [XMLElement] {
        allElements { $0.name.hasSameBytes(as: localName) }
    }

    /// Returns the child elements with this local name in `namespace`.
    package func all(_ localName: String, in namespace: String) -> [XMLElement] {
        allElements { $0.isNamed(localName, in: namespace) }
    }

    private func allElements(where matches: (XMLElement) -> Bool) -> [XMLElement] {
        var found: [XMLElement] = []
        for case .element(let element) in children where matches(element) { found.append(element) }
        return found
    }

    /// Returns the elements with this local name at any depth below this one, in document order.
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

    /// The value of the attribute with this name and no prefix; `nil` if there is none.
    package subscript(attribute name: String) -> String? {
        attributes.first { $0.name.hasSameBytes(as: name) && $0.prefix == nil }?.value
    }
}

/// An attribute of an element; in its value, entities are resolved and white space is normalised (XML 1.0, section
/// 3.3.3).
package struct XMLAttribute: Sendable, Equatable {
    /// The local name, without the prefix.
    package var name: String
    package var prefix: String?
    /// The namespace of the attribute's prefix. It is `nil` without a prefix, because the default namespace doesn't
    /// apply to attributes (Namespaces in XML, section 6.2).
    package var namespace: String?
    package var value: String

    package init(name: String, prefix: String? = nil, namespace: String? = nil, value: String) {
        self.name = name
        self.prefix = prefix
        self.namespace = namespace
        self.value = value
    }
}
