import PassCore

/// An attribute of a start tag, as bytes in the parser's memory. They are valid only while the tag is handled.
struct WrittenAttribute {
    /// The name with its prefix.
    let name: UnsafeBufferPointer<UInt8>
    let value: UnsafeBufferPointer<UInt8>

    /// Whether the attribute declares a namespace rather than being part of the tree.
    var isDeclaration: Bool {
        name.starts(with: "xmlns") && (name.count == 5 || name[5] == UInt8(ascii: ":"))
    }

    var text: String { String(decoding: value, as: UTF8.self) }
}

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
    ///
    /// - Parameter written: the name with its prefix.
    mutating func startElement(_ written: UnsafeBufferPointer<UInt8>, _ attributes: [WrittenAttribute]) -> Problem? {
        flushText()
        elementCount += 1
        if open.count >= limits.depth {
            return Problem(code: .tooDeep, message: "Elements are nested more than \(limits.depth) levels deep.")
        }
        if elementCount > limits.elements {
            return Problem(code: .tooManyElements, message: "There are more than \(limits.elements) elements.")
        }
        if attributes.count > limits.attributes {
            let name = String(decoding: written, as: UTF8.self)
            return Problem(
                code: .tooManyAttributes, message: "\"\(name)\" has more than \(limits.attributes) attributes.")
        }
        let declarations = attributes.count(where: \.isDeclaration)
        outerBindings.append(bindings.count)
        if declarations > 0, let problem = bind(attributes) { return problem }
        do throws(UnboundPrefix) {
            var element = OpenElement(name: try resolve(written, usesDefault: true))
            element.attributes.reserveCapacity(attributes.count - declarations)
            for attribute in attributes where !attribute.isDeclaration {
                let name = try resolve(attribute.name, usesDefault: false)
                // The parser itself refuses two attributes with the same written name. Attributes that differ only
                // in prefixes for the same namespace have to be found here.
                if let namespace = name.namespace, element.hasAttribute(name.local, in: namespace) {
                    let written = String(decoding: attribute.name, as: UTF8.self)
                    return Problem(code: .malformed, message: "The attribute \"\(written)\" occurs twice.")
                }
                element.attributes.append(
                    XMLAttribute(
                        name: name.local, prefix: name.prefix, namespace: name.namespace, value: attribute.text))
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
    private mutating func bind(_ attributes: [WrittenAttribute]) -> Problem? {
        for attribute in attributes where attribute.isDeclaration {
            let name = attribute.name
            let prefix = String(decoding: name.dropFirst(6), as: UTF8.self)
            let value = attribute.text
            let isForbidden =
                switch prefix {
                case "": name.count != 5 || Self.reserved.containsBytes(of: value)
                case "xml": !value.hasSameBytes(as: Self.reserved[0])
                case "xmlns": true
                default:
                    value.isEmpty || prefix.utf8.contains(UInt8(ascii: ":")) || Self.reserved.containsBytes(of: value)
                }
            if isForbidden && limits.namespaces == .declared {
                let name = String(decoding: name, as: UTF8.self)
                return Problem(code: .namespace, message: "The declaration \(name)=\"\(value)\" is not allowed.")
            }
            if isForbidden { continue }
            bindings.append((prefix, value.isEmpty ? nil : value))
        }
        return nil
    }

    /// Returns the innermost declaration of a prefix at this point; `nil` if there is none. Prefixes are compared by
    /// their bytes.
    private func binding(of prefix: UnsafeBufferPointer<UInt8>) -> (prefix: String, namespace: String?)? {
        for index in bindings.indices.reversed() where bindings[index].prefix.hasBytes(prefix) {
            return bindings[index]
        }
        return nil
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

        func hasAttribute(_ local: String, in namespace: String) -> Bool {
            attributes.contains {
                $0.name.hasSameBytes(as: local) && $0.namespace?.hasSameBytes(as: namespace) == true
            }
        }

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
    private func resolve(
        _ written: UnsafeBufferPointer<UInt8>, usesDefault: Bool
    ) throws(UnboundPrefix) -> Name {
        let colon = UInt8(ascii: ":")
        let end = written.firstIndex(of: colon, from: 0)
        if end == written.count {
            let namespace = usesDefault ? binding(of: UnsafeBufferPointer(rebasing: written[..<0]))?.namespace : nil
            return Name(local: String(decoding: written, as: UTF8.self), prefix: nil, namespace: namespace)
        }
        let prefix = UnsafeBufferPointer(rebasing: written[..<end])
        let local = UnsafeBufferPointer(rebasing: written[(end + 1)...])
        let binding = binding(of: prefix)
        let isWhole = end > 0 && !local.isEmpty && local.firstIndex(of: colon, from: 0) == local.count
        if limits.namespaces == .declared && (binding?.namespace == nil || !isWhole) {
            throw UnboundPrefix(name: String(decoding: written, as: UTF8.self))
        }
        return Name(
            local: String(decoding: local, as: UTF8.self),
            prefix: binding?.prefix ?? String(decoding: prefix, as: UTF8.self),
            namespace: isWhole ? binding?.namespace : nil)
    }

    /// The namespaces that are permanently bound to the prefixes `xml` and `xmlns` (Namespaces in XML, section 3).
    private static let reserved = ["http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"]
}
