#if canImport(CryptoKit)
    public import AccessEnabler
    import Foundation

    /// An XML reader that uses Foundation's XMLParser.
    public struct FoundationXMLReader: EntitlementXMLReader {
        /// Creates a reader.
        public init() {}

        /// Returns the root element of a document.
        ///
        /// - Throws: an error for a document that isn't well-formed, exceeds the limits, or contains `<!DOCTYPE`.
        public func read(_ document: [UInt8], limits: EntitlementXMLLimits) throws -> EntitlementXMLElement {
            if Data(document).range(of: Data("<!DOCTYPE".utf8)) != nil { throw CocoaError(.coderReadCorrupt) }
            let builder = TreeBuilder(limits)
            let parser = XMLParser(data: Data(document))
            parser.shouldProcessNamespaces = false
            parser.shouldResolveExternalEntities = false
            parser.delegate = builder
            guard parser.parse(), let root = builder.root else {
                throw parser.parserError ?? CocoaError(.coderReadCorrupt)
            }
            return root
        }
    }

    /// Builds the tree from the parser's events, and stops the parser if a limit is exceeded.
    private final class TreeBuilder: NSObject, XMLParserDelegate {
        private let limits: EntitlementXMLLimits
        private var open: [EntitlementXMLElement] = []
        private var count = 0
        private(set) var root: EntitlementXMLElement?

        init(_ limits: EntitlementXMLLimits) { self.limits = limits }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            count += 1
            guard open.count < limits.depth, count <= limits.elements else { return parser.abortParsing() }
            let local = String(name.split(separator: ":").last ?? "")
            open.append(EntitlementXMLElement(name: local, attributes: attributes.filter { !$0.key.contains(":") }))
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            if !open.isEmpty { open[open.count - 1].text += text }
        }

        func parser(_ parser: XMLParser, foundCDATA block: Data) {
            if !open.isEmpty { open[open.count - 1].text += String(decoding: block, as: UTF8.self) }
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            guard let element = open.popLast() else { return }
            if open.isEmpty { root = element } else { open[open.count - 1].elements.append(element) }
        }
    }
#endif
