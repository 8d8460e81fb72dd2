import PassCore

/// A writer of elements in exclusive canonical form without comments (W3C Exclusive XML Canonicalization 1.0).
///
/// Each prefix is declared where it is first used and nowhere else. The form of an element is therefore the same
/// wherever the element is in a document. The tree holds what canonical form needs: the prefixes and namespaces of
/// names. A list of further prefixes to declare (`InclusiveNamespaces`) isn't supported.
///
/// Names are compared by their bytes. Swift treats some strings of different characters as equal, but a signature
/// distinguishes them.
struct ExclusiveCanonicalizer: ~Copyable {
    /// The canonical form of everything written so far.
    var bytes: [UInt8] { out.bytes }

    private var out = ByteWriter(capacity: usualLength)
    /// The initial capacity in bytes. Most messages fit, so their bytes needn't be copied to a larger buffer.
    private static let usualLength = 4_096

    /// The declarations in the open elements, innermost last. The default namespace has the prefix `""`; its namespace
    /// is `""` if none is declared.
    private var declared: [(prefix: String, namespace: String)] = [("", "")]

    /// Appends the canonical form of an element and of everything below it.
    mutating func write(_ element: XMLElement) {
        let outer = declared.count
        declare(element.prefix, element.namespace)
        for attribute in element.attributes where attribute.prefix != nil {
            declare(attribute.prefix, attribute.namespace)
        }
        out.append(UInt8(ascii: "<"))
        append(element.prefix, element.name)
        if declared.count > outer + 1 {
            declared[outer...].sort { $0.prefix.precedesByBytes($1.prefix) }
        }
        for index in outer..<declared.count {
            out.append(declared[index].prefix.isEmpty ? " xmlns" : " xmlns:" as StaticString)
            out.append(declared[index].prefix)
            append(value: declared[index].namespace)
        }
        for attribute in element.attributes.count > 1
            ? element.attributes.sorted(by: Self.precedes) : element.attributes
        {
            out.append(UInt8(ascii: " "))
            append(attribute.prefix, attribute.name)
            append(value: attribute.value)
        }
        out.append(UInt8(ascii: ">"))
        for child in element.children {
            switch child {
            case .element(let element): write(element)
            case .text(let text): XMLEscaping.append(text, to: &out, .canonicalText)
            }
        }
        out.append("</" as StaticString)
        append(element.prefix, element.name)
        out.append(UInt8(ascii: ">"))
        declared.removeSubrange(outer...)
    }

    /// Declares a prefix that one of the element's own names uses, unless it is in force already. The prefix `xml` is
    /// always in force and never declared.
    private mutating func declare(_ prefix: String?, _ namespace: String?) {
        let (prefix, namespace) = (prefix ?? "", namespace ?? "")
        if prefix.hasSameBytes(as: "xml") { return }
        let present = declared.last { $0.prefix.hasSameBytes(as: prefix) }
        if let present, present.namespace.hasSameBytes(as: namespace) { return }
        declared.append((prefix, namespace))
    }

    /// Appends a name with its prefix, if it has one.
    private mutating func append(_ prefix: String?, _ name: String) {
        if let prefix {
            out.append(prefix)
            out.append(UInt8(ascii: ":"))
        }
        out.append(name)
    }

    /// Appends the part of an attribute that follows its name.
    private mutating func append(value: String) {
        out.append("=\"" as StaticString)
        XMLEscaping.append(value, to: &out, .canonicalAttribute)
        out.append(UInt8(ascii: "\""))
    }

    /// Whether `left` comes before `right`: by namespace, then by local name, in the order of their UTF-8 bytes, which
    /// is the order of their code points.
    private static func precedes(_ left: XMLAttribute, _ right: XMLAttribute) -> Bool {
        let namespaces = ((left.namespace ?? "").utf8, (right.namespace ?? "").utf8)
        if namespaces.0.elementsEqual(namespaces.1) {
            return left.name.precedesByBytes(right.name)
        }
        return namespaces.0.lexicographicallyPrecedes(namespaces.1)
    }
}

extension XMLElement {
    /// The bytes that a signature over this element covers. Every prefix in the element must have had a declaration
    /// when the element was read.
    package var exclusiveCanonicalForm: [UInt8] {
        var canonicalizer = ExclusiveCanonicalizer()
        canonicalizer.write(self)
        return canonicalizer.bytes
    }
}
