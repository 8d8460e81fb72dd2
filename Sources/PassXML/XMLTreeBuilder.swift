import PassCore

/// A builder that makes a tree of a parser's events, resolves prefixes and enforces the limits.
struct XMLTreeBuilder {
    /// The reason why an element is refused.
    struct Problem {
        var code: XMLError.Code
        var message: String
    }

    /// The root element; `nil` until its end tag is read.
    private(set) var root: XMLElement?

    private let limits: XMLLimits
    private var open: [XMLElement] = []
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

    /// Opens an element. Returns `nil` on success, otherwise what is wrong with the element; the tree is then of no
    /// use.
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
            var element = XMLElement(name: name.local, prefix: name.prefix, namespace: name.namespace)
            for (written, value) in attributes where !Self.isDeclaration(written) {
                let name = try resolve(written, usesDefault: false)
                // The parser refuses two attributes that are written alike. Two prefixes for one namespace have to be
                // found here.
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
        guard let element = open.popLast() else { return }
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
    /// forbidden.
    private mutating func bind(_ attributes: [(name: String, value: String)]) -> Problem? {
        outerBindings.append(bindings.count)
        for (name, value) in attributes where Self.isDeclaration(name) {
            let prefix = String(name.dropFirst(6))
            let isForbidden =
                switch prefix {
                case "": name != "xmlns" || Self.reserved.containsBytes(of: value)
                case "xml": !value.hasSameBytes(as: Self.reserved[0])
                case "xmlns": true
                default: value.isEmpty || prefix.contains(":") || Self.reserved.containsBytes(of: value)
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

    private struct UnboundPrefix: Error {
        var name: String
    }

    /// Splits a written name and finds its namespace.
    ///
    /// - Parameter usesDefault: whether the default namespace applies if there is no prefix. It applies to elements
    ///   only.
    private func resolve(
        _ written: String, usesDefault: Bool
    ) throws(UnboundPrefix) -> (local: String, prefix: String?, namespace: String?) {
        let parts = written.pieces(separatedBy: UInt8(ascii: ":"))
        if parts.count == 1 { return (written, nil, usesDefault ? namespace(of: "") : nil) }
        let prefix = parts[0]
        let local = parts[1...].joined(separator: ":")
        let namespace = namespace(of: prefix)
        let isWhole = !prefix.isEmpty && !local.isEmpty && parts.count == 2
        if limits.namespaces == .declared && (namespace == nil || !isWhole) { throw UnboundPrefix(name: written) }
        return (local, prefix, isWhole ? namespace : nil)
    }

    private static func isDeclaration(_ name: String) -> Bool {
        name == "xmlns" || name.hasPrefix("xmlns:")
    }

    /// The namespaces that are bound to the prefixes `xml` and `xmlns` for good (Namespaces in XML, section 3).
    private static let reserved = ["http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"]
}
