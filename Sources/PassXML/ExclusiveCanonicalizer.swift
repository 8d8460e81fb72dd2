/// Writes elements in exclusive canonical form without comments (W3C Exclusive XML Canonicalization 1.0).
///
/// A prefix is declared where it is first used and nowhere else, so the form of an element is the same wherever in a
/// document it lies. That needs no more than the prefixes and namespaces of names, which the tree has; a list of
/// prefixes to declare besides (`InclusiveNamespaces`) can't be honoured.
struct ExclusiveCanonicalizer {
    private(set) var bytes: [UInt8] = []

    /// In bytes, because equal strings need not be the same characters and a signature tells them apart.
    private typealias Name = [UInt8]
    /// What the open tags declare, by prefix; the default namespace has the prefix `""`, and `""` when there is none.
    private var declared: [Name: Name] = [[]: []]

    mutating func write(_ element: XMLElement) {
        let hidden = declare(element)
        let name = Self.written(element.prefix, element.name)
        bytes.append(UInt8(ascii: "<"))
        bytes.append(contentsOf: name)
        for prefix in hidden.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            write(
                "xmlns".utf8 + (prefix.isEmpty ? [] : ":".utf8 + prefix),
                String(decoding: declared[prefix] ?? [], as: UTF8.self))
        }
        for attribute in element.attributes.sorted(by: Self.precedes) {
            write(Self.written(attribute.prefix, attribute.name), attribute.value)
        }
        bytes.append(UInt8(ascii: ">"))
        for child in element.children {
            switch child {
            case .element(let element): write(element)
            case .text(let text): XMLEscaping.append(text, to: &bytes, .canonicalText)
            }
        }
        bytes.append(contentsOf: "</".utf8 + name)
        bytes.append(UInt8(ascii: ">"))
        for (prefix, namespace) in hidden { declared[prefix] = namespace }
    }

    /// Brings the prefixes of the element's own names into force.
    ///
    /// - Returns: what each new declaration hides, for the end of the element.
    private mutating func declare(_ element: XMLElement) -> [Name: Name?] {
        var hidden: [Name: Name?] = [:]
        let used =
            [(element.prefix, element.namespace)]
            + element.attributes.lazy.filter { $0.prefix != nil }.map { ($0.prefix, $0.namespace) }
        // The prefix xml is declared for good and never written.
        for (prefix, namespace) in used where prefix != "xml" {
            let prefix = Name((prefix ?? "").utf8)
            let namespace = Name((namespace ?? "").utf8)
            if declared[prefix] != namespace { hidden[prefix] = .some(declared.updateValue(namespace, forKey: prefix)) }
        }
        return hidden
    }

    private mutating func write(_ name: Name, _ value: String) {
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: "=\"".utf8)
        XMLEscaping.append(value, to: &bytes, .canonicalAttribute)
        bytes.append(UInt8(ascii: "\""))
    }

    private static func written(_ prefix: String?, _ name: String) -> Name {
        prefix.map { Name($0.utf8) + ":".utf8 + name.utf8 } ?? Name(name.utf8)
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
