import PassCore

/// Writes elements in exclusive canonical form without comments (W3C Exclusive XML Canonicalization 1.0).
///
/// A prefix is declared where it is first used and nowhere else, so the form of an element is the same wherever in a
/// document it lies. That needs no more than the prefixes and namespaces of names, which the tree has; a list of
/// prefixes to declare besides (`InclusiveNamespaces`) can't be honoured.
///
/// Names are compared in bytes, because equal strings need not be the same characters and a signature tells them apart.
struct ExclusiveCanonicalizer {
    private(set) var bytes: [UInt8] = []

    /// The declarations of the open tags, innermost last; the default namespace has the prefix `""`, and `""` when there is none.
    private var declared: [(prefix: String, namespace: String)] = [("", "")]

    mutating func write(_ element: XMLElement) {
        let outer = declared.count
        declare(element.prefix, element.namespace)
        for attribute in element.attributes where attribute.prefix != nil {
            declare(attribute.prefix, attribute.namespace)
        }
        append("<")
        append(element.prefix, element.name)
        if declared.count > outer + 1 {
            declared[outer...].sort { $0.prefix.utf8.lexicographicallyPrecedes($1.prefix.utf8) }
        }
        for index in outer..<declared.count {
            append(declared[index].prefix.isEmpty ? " xmlns" : " xmlns:")
            append(declared[index].prefix)
            append(value: declared[index].namespace)
        }
        for attribute in element.attributes.count > 1
            ? element.attributes.sorted(by: Self.precedes) : element.attributes
        {
            append(" ")
            append(attribute.prefix, attribute.name)
            append(value: attribute.value)
        }
        append(">")
        for child in element.children {
            switch child {
            case .element(let element): write(element)
            case .text(let text): XMLEscaping.append(text, to: &bytes, .canonicalText)
            }
        }
        append("</")
        append(element.prefix, element.name)
        append(">")
        declared.removeSubrange(outer...)
    }

    /// Brings a prefix of the element's own names into force. The prefix xml is in force for good and never declared.
    private mutating func declare(_ prefix: String?, _ namespace: String?) {
        let (prefix, namespace) = (prefix ?? "", namespace ?? "")
        if prefix.hasSameBytes(as: "xml") { return }
        let present = declared.last { $0.prefix.hasSameBytes(as: prefix) }
        if let present, present.namespace.hasSameBytes(as: namespace) { return }
        declared.append((prefix, namespace))
    }

    private mutating func append(_ text: String) {
        text.withBytes { bytes.append(contentsOf: $0) }
    }

    /// Writes a name.
    private mutating func append(_ prefix: String?, _ name: String) {
        if let prefix {
            append(prefix)
            append(":")
        }
        append(name)
    }

    /// Writes what follows an attribute's name.
    private mutating func append(value: String) {
        append("=\"")
        XMLEscaping.append(value, to: &bytes, .canonicalAttribute)
        append("\"")
    }

    /// By namespace and then by name, in the order of code points, which is that of their bytes.
    private static func precedes(_ left: XMLAttribute, _ right: XMLAttribute) -> Bool {
        let namespaces = ((left.namespace ?? "").utf8, (right.namespace ?? "").utf8)
        if namespaces.0.elementsEqual(namespaces.1) {
            return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }
        return namespaces.0.lexicographicallyPrecedes(namespaces.1)
    }
}

extension XMLElement {
    /// The bytes of this element, as one that was read with every prefix declared, that a signature over it covers.
    package var exclusiveCanonicalForm: [UInt8] {
        var canonicalizer = ExclusiveCanonicalizer()
        canonicalizer.write(self)
        return canonicalizer.bytes
    }
}
