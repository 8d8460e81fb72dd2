import PassCore

/// A builder that makes a tree from a parser's events, resolves prefixes and enforces the limits.
struct XMLTreeBuilder {
    /// The reason why an element is refused.
    struct Problem {
        var code: XMLError.Code
        var message: String
    }

    /// The root element; `nil` until its end tag is read.
    private(set) var root: XMLElement?

    private let limits: XMLLimits
    private var open: [OpenElement] = []
    /// The namespace declarations of the open elements, innermost last. The default namespace has the prefix `""`.
    private var bindings: [(prefix: String, namespace: String?)] = [("xml", Self.reserved[0])]
    /// The number of `bindings` that were in force outside each open element, innermost last.
    private var outerBindings: [Int] = []
    private var elementCount = 0
    /// The characters since the last tag, in UTF-8. The parser may deliver one text in several pieces.
    private var pendingText: [UInt8] = []

    init(limits: XMLLimits) {
        self.limits = limits
    }

    /// Opens an element. Returns `nil` on success, otherwise the problem with the element, after which the tree can't
    /// be used.
    mutating func startElement(_ written: String, _ attributes: [(name: String, value: String)]) -> Problem? {
        flushText()
        elementCount += 1
        if open.count >= limits.depth {
            return Problem(code: .tooDeep, message: "Elements are more than \(limits.depth) deep.")
        }
        if elementCount > limits.elements {
            return Problem(code: .tooManyElements, message: "There are more than \(limits.elements) elements.")
        }
        if attributes.count > limits.attributes {
            return Problem(
                code: .tooManyAttributes, message: "\"\(written)\" has more than \(limits.attributes) attributes.")
        }
        if let problem = bind(attributes) { return problem }
        do throws(UnboundPrefix) {
            let name = try resolve(written, usesDefault: true)
            var element = OpenElement(name: name)
            for (written, value) in attributes where !Self.isDeclaration(written) {
                let name = try resolve(written, usesDefault: false)
                // The parser itself refuses two attributes with the same written name. Attributes that differ only in
                // prefixes for the same namespace have to be found here.
                if let namespace = name.namespace,
                    element.attributes.contains(where: {
                        $0.name.hasSameBytes(as: name.local) && $0.namespace?.hasSameBytes(as: namespace) == true
                    })
                {
                    return Problem(code: .malformed, message: "The attribute \"\(written)\" occurs twice.")
                }
                element.attributes.append(
                    XMLAttribute(name: name.local, prefix: name.prefix, namespace: name.namespace, value: value))
            }
            open.append(element)
        } catch {
            return Problem(code: .namespace, message: "No namespace is declared for \"\(error.name)\".")
        }
        return nil
    }

    mutating func append(text: UnsafeRawBufferPointer) {
        pendingText.append(contentsOf: text)
    }

    mutating func endElement() {
        flushText()
        if let outer = outerBindings.popLast(), outer < bindings.count { bindings.removeSubrange(outer...) }
        guard let element = open.popLast()?.element else { return }
        if open.isEmpty { root = element } else { open[open.count - 1].children.append(.element(element)) }
    }

    private mutating func flushText() {
        if pendingText.isEmpty { return }
        if !open.isEmpty {
            open[open.count - 1].children.append(.text(String(decoding: pendingText, as: UTF8.self)))
        }
        pendingText.removeAll(keepingCapacity: true)
    }

    /// Brings the namespace declarations among the attributes into force. Returns the problem if one of them is
    /// forbidden; lenient limits ignore such a declaration instead.
    private mutating func bind(_ attributes: [(name: String, value: String)]) -> Problem? {
        outerBindings.append(bindings.count)
        for (name, value) in attributes where Self.isDeclaration(name) {
            let prefix = String(decoding: name.utf8.dropFirst(6), as: UTF8.self)
            let isForbidden =
                switch prefix {
                case "": name != "xmlns" || Self.reserved.containsBytes(of: value)
                case "xml": !value.hasSameBytes(as: Self.reserved[0])
                case "xmlns": true
                default:
                    value.isEmpty || prefix.utf8.contains(UInt8(ascii: ":")) || Self.reserved.containsBytes(of: value)
                }
            if isForbidden && limits.namespaces == .declared {
                return Problem(code: .namespace, message: "The declaration \(name)=\"\(value)\" is not allowed.")
            }
            if isForbidden { continue }
            bindings.append((prefix, value.isEmpty ? nil : value))
        }
        return nil
    }

    /// Returns the namespace that a prefix stands for at this point. Prefixes are compared by their bytes.
    private func namespace(of prefix: String) -> String? {
        bindings.last { $0.prefix.hasSameBytes(as: prefix) }?.namespace
    }

    /// A name with its namespace.
    private struct Name {
        var local: String
        var prefix: String?
        var namespace: String?
    }

    /// An element whose end tag hasn't been read.
    private struct OpenElement {
        let name: Name
        var attributes: [XMLAttribute] = []
        var children: [XMLElement.Node] = []

        var element: XMLElement {
            XMLElement(
                name: name.local, prefix: name.prefix, namespace: name.namespace, attributes: attributes,
                children: children)
        }
    }

    private struct UnboundPrefix: Error {
        var name: String
    }

    /// Splits a written name and finds its namespace.
    ///
    /// - Parameter usesDefault: whether the default namespace applies if there is no prefix. It applies to elements
    ///   only.
    private func resolve(_ written: String, usesDefault: Bool) throws(UnboundPrefix) -> Name {
        let colon = UInt8(ascii: ":")
        guard let end = written.utf8.firstIndex(of: colon) else {
            return Name(local: written, prefix: nil, namespace: usesDefault ? namespace(of: "") : nil)
        }
        let prefix = String(written[..<end])
        let local = String(written[written.utf8.index(after: end)...])
        let namespace = namespace(of: prefix)
        let isWhole = !prefix.isEmpty && !local.isEmpty && !local.utf8.contains(colon)
        if limits.namespaces == .declared && (namespace == nil || !isWhole) { throw UnboundPrefix(name: written) }
        return Name(local: local, prefix: prefix, namespace: isWhole ? namespace : nil)
    }

    private static func isDeclaration(_ name: String) -> Bool {
        name == "xmlns" || name.startsWithBytes(of: "xmlns:" as StaticString)
    }

    /// The namespaces that are permanently bound to the prefixes `xml` and `xmlns` (Namespaces in XML, section 3).
    private static let reserved = ["http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"]
}
