public import AccessEnabler
import PassXML

/// An XML reader that uses expat.
public struct ExpatXMLReader: EntitlementXMLReader {
    /// Creates a reader.
    public init() {}

    /// Returns the root element of a document.
    ///
    /// - Throws: an error with a readable description, for a document that isn't well-formed or exceeds the limits.
    public func read(_ document: [UInt8], limits: EntitlementXMLLimits) throws -> EntitlementXMLElement {
        let root = try XMLReader.parse(
            document,
            limits: XMLLimits(
                bytes: .max, depth: limits.depth, elements: limits.elements,
                namespaces: limits.acceptsUndeclaredPrefixes ? .lenient : .declared))
        return EntitlementXMLElement(root)
    }
}

extension EntitlementXMLElement {
    fileprivate init(_ element: XMLElement) {
        let attributes = element.attributes.filter { $0.prefix == nil }.map { ($0.name, $0.value) }
        self.init(
            name: element.name, attributes: Dictionary(attributes) { first, _ in first }, text: element.text,
            elements: element.elements.map { EntitlementXMLElement($0) })
    }
}
