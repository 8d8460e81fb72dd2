import PassXML

extension FuzzTarget {
    static let xmlWords = [
        "<a>", "</a>", "<a/>", "xmlns=\"", "xmlns:b=\"u\"", "<![CDATA[", "]]>", "&lt;", "&#10;", "&#xD;", "<!--", "-->",
        "<?x ?>",
        "<!DOCTYPE a>", "<!ENTITY", "xml:lang=\"", "encoding=\"UTF-16\"", "\u{FFFD}", "b:",
    ]

    /// The reader and the writer: what is read, leniently too, is written and read back as the same.
    static let xml = FuzzTarget(
        "xml", words: xmlWords,
        seeds: {
            try Seeds.files("CanonicalXML", ".xml") + Seeds.files("SAML", ".xml").prefix(4)
                + Seeds.bodies("Wire/AdobeServices", "response.http").prefix(30)
                + Seeds.texts("<a b='c'>d<![CDATA[e]]&gt;]]>&amp;</a>", "<x:a xmlns:x='u' x:b='1'/>", "<a:b c:d='e'/>")
        },
        run: { bytes in
            _ = try? XMLReader.parse(bytes)
            guard let tree = try? XMLReader.parse(bytes, limits: .lenientNamespaces) else { return }
            var writer = XMLWriter()
            tree.write(to: &writer)
            let again = try XMLReader.parse(writer.bytes, limits: roomy(.lenient))
            try require(again.asWritten == tree.asWritten, "\(bytes.text) became \(writer.string)")
        })

    /// Canonical form: it is read as the same tree, and it is its own canonical form.
    static let canonicalXML = FuzzTarget(
        "canonical-xml", words: xmlWords,
        seeds: {
            try Seeds.files("CanonicalXML", ".xml") + Seeds.files("SAML", ".xml").prefix(4)
                + Seeds.texts("<a xmlns='u'><b xmlns=''/></a>", "<x:a xmlns:x='u'><x:b xmlns:x='v' x:c='&#9;'/></x:a>")
        },
        run: { bytes in
            guard let tree = try? XMLReader.parse(bytes) else { return }
            let form = tree.exclusiveCanonicalForm
            let again = try XMLReader.parse(form, limits: roomy(.declared))
            try require(again.withSortedAttributes == tree.withSortedAttributes, "\(bytes.text) became \(form.text)")
            try require(again.exclusiveCanonicalForm == form, "\(form.text) isn't its own canonical form")
        })

    /// Limits that what was written anew doesn't reach.
    private static func roomy(_ namespaces: XMLLimits.Namespaces) -> XMLLimits {
        XMLLimits(bytes: 1 << 24, attributes: 1_000, namespaces: namespaces)
    }
}

extension XMLElement {
    private static func name(_ prefix: String?, _ name: String) -> String { prefix.map { "\($0):\(name)" } ?? name }

    /// Writes the element by its written names, without declarations.
    fileprivate func write(to writer: inout XMLWriter) {
        let attributes = attributes.map { (Self.name($0.prefix, $0.name), $0.value) }
        writer.element(Self.name(prefix, name), attributes) { inner in
            for child in children {
                switch child {
                case .element(let element): element.write(to: &inner)
                case .text(let text): text.utf8.count.isMultiple(of: 2) ? inner.text(text) : inner.cdata(text)
                }
            }
        }
    }

    /// The same with attributes in an order that doesn't depend on where they were written.
    fileprivate var withSortedAttributes: XMLElement {
        let sorted = attributes.sorted { left, right in
            Self.name(left.prefix, left.name).utf8.lexicographicallyPrecedes(Self.name(right.prefix, right.name).utf8)
        }
        return XMLElement(
            name: name, prefix: prefix, namespace: namespace, attributes: sorted,
            children: children.map { child in
                if case .element(let element) = child { .element(element.withSortedAttributes) } else { child }
            })
    }

    /// What the writer promises to keep: all but namespaces, and carriage returns, which a reader makes line feeds of.
    fileprivate var asWritten: XMLElement {
        XMLElement(
            name: name, prefix: prefix,
            attributes: attributes.map { XMLAttribute(name: $0.name, prefix: $0.prefix, value: $0.value) },
            children: children.map { child in
                switch child {
                case .element(let element): .element(element.asWritten)
                case .text(let text): .text(Self.withLineFeeds(text))
                }
            })
    }

    /// Line ends as a reader makes them (XML 1.0, section 2.11); by bytes, since CR LF is one `Character`.
    private static func withLineFeeds(_ text: String) -> String {
        var bytes: [UInt8] = []
        var isAfterReturn = false
        for byte in text.utf8 {
            if byte != UInt8(ascii: "\n") || !isAfterReturn {
                bytes.append(byte == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : byte)
            }
            isAfterReturn = byte == UInt8(ascii: "\r")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
