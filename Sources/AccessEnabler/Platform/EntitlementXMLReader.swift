import PassCore

/// The reader of the XML that the service sends: configurations, answers and tokens.
public protocol EntitlementXMLReader: Sendable {
    /// Returns the root element of a document in UTF-8.
    ///
    /// - Parameter document: the document. The SDK bounds its size before it calls the reader.
    /// - Throws: any error for a document that isn't well-formed, exceeds the limits, or has a document type
    ///   declaration; such a declaration must have no effect.
    func read(_ document: [UInt8], limits: EntitlementXMLLimits) throws -> EntitlementXMLElement
}

/// The limits within which a document is read.
public struct EntitlementXMLLimits: Sendable, Hashable {
    /// The maximum number of elements that may be open at once, including the root.
    public var depth: Int
    /// The maximum number of elements in the whole document.
    public var elements: Int
    /// Whether a namespace prefix without a declaration is accepted, as in fragments cut out of larger documents.
    public var acceptsUndeclaredPrefixes: Bool

    /// Creates limits.
    public init(depth: Int = 64, elements: Int = 10_000, acceptsUndeclaredPrefixes: Bool = true) {
        self.depth = depth
        self.elements = elements
        self.acceptsUndeclaredPrefixes = acceptsUndeclaredPrefixes
    }
}

/// An element of the service's XML, with everything inside it.
public struct EntitlementXMLElement: Sendable, Equatable {
    /// The name without its prefix.
    public var name: String
    /// The values of the attributes without a prefix, by name.
    public var attributes: [String: String]
    /// The text directly in the element, with all white space; entities and CDATA sections are resolved.
    public var text: String
    /// The child elements in document order.
    public var elements: [EntitlementXMLElement]

    /// Creates an element.
    public init(
        name: String, attributes: [String: String] = [:], text: String = "", elements: [EntitlementXMLElement] = []
    ) {
        self.name = name
        self.attributes = attributes
        self.text = text
        self.elements = elements
    }
}

extension EntitlementXMLElement {
    /// Returns the first child element with that name.
    func first(_ name: String) -> EntitlementXMLElement? { elements.first { $0.name.hasSameBytes(as: name) } }

    /// Returns the child elements with that name.
    func all(_ name: String) -> [EntitlementXMLElement] { elements.filter { $0.name.hasSameBytes(as: name) } }

    /// Returns the elements with that name at any depth below this one, in document order.
    func descendants(_ name: String) -> [EntitlementXMLElement] {
        elements.flatMap { ($0.name.hasSameBytes(as: name) ? [$0] : []) + $0.descendants(name) }
    }

    /// Returns the text of the first child with that name, without the white space around it; `nil` when there is none
    /// or it is empty.
    func value(_ name: String) -> String? {
        guard let text = first(name)?.text.trimmed else { return nil }
        return text.isEmpty ? nil : text
    }

    /// Returns the text of the first element with that name at any depth; `nil` when there is none or it is empty.
    func anywhere(_ name: String) -> String? {
        descendants(name).first.map(\.text.trimmed).flatMap { $0.isEmpty ? nil : $0 }
    }
}
