import PassCore

/// A writer of XML on one line with nothing between tags, so that equal calls give equal bytes.
///
/// Attribute values are in double quotes, and attributes keep the order in which they are passed. Names aren't checked,
/// because they are the caller's own constants.
///
/// ```swift
/// var xml = XMLWriter()
/// xml.element("result") { $0.element("authnToken", token) }
/// ```
package struct XMLWriter: ~Copyable {
    private var out: ByteWriter
    private let spelling: Spelling
    /// The initial capacity in bytes. Most documents fit, so their bytes needn't be copied to a larger buffer.
    private static let usualLength = 960

    /// The way in which characters are escaped.
    package enum Spelling: Sendable {
        /// Escapes only what readers need: see ``XMLEscaping``.
        case plain
        /// Escapes as Canonical XML 1.0, section 2.3, demands. The result is in canonical form if the caller declares
        /// prefixes where they are first used and sorts the attributes.
        case canonical
    }

    /// Creates a writer whose document begins with `declaration`, or without one if it is `nil`.
    package init(declaration: XMLDeclaration? = nil, spelling: Spelling = .plain) {
        self.spelling = spelling
        out = ByteWriter(capacity: Self.usualLength)
        if let declaration { out.append(declaration.rawValue) }
    }

    /// The document so far.
    package var bytes: [UInt8] { out.bytes }

    package var string: String { out.string }

    /// Writes an element with its content between a start and an end tag. Both tags are written even if there is no
    /// content, because some clients cannot read `<a/>`.
    package mutating func element(
        _ name: String, _ attributes: [(String, String)], _ content: (inout XMLWriter) -> Void
    ) {
        open(name, attributes)
        out.append(UInt8(ascii: ">"))
        content(&self)
        end(name)
    }

    /// Writes an element without attributes, always with both tags.
    package mutating func element(_ name: String, _ content: (inout XMLWriter) -> Void) {
        start(name)
        content(&self)
        end(name)
    }

    /// Writes an element that holds nothing but `text`, escaped.
    package mutating func element(_ name: String, _ text: String) {
        start(name)
        self.text(text)
        end(name)
    }

    /// Writes an element with attributes that holds nothing but `text`, escaped.
    package mutating func element(_ name: String, _ attributes: [(String, String)], _ text: String) {
        element(name, attributes) { $0.text(text) }
    }

    /// Writes an element with this text, or nothing if `text` is `nil` or empty: an empty optional element makes some
    /// clients crash.
    package mutating func elementIfPresent(_ name: String, _ text: String?) {
        if let text, !text.isEmpty { element(name, text) }
    }

    /// Writes an element as a single tag: `<name a="b"/>`.
    package mutating func empty(_ name: String, _ attributes: [(String, String)] = []) {
        open(name, attributes)
        out.append("/>" as StaticString)
    }

    /// Writes text with `&`, `<` and `>` escaped and nothing else (see ``XMLEscaping/text(_:)``).
    package mutating func text(_ text: String) {
        XMLEscaping.append(text, to: &out, spelling == .canonical ? .canonicalText : .text)
    }

    /// Writes text in CDATA sections, unescaped.
    ///
    /// A section can't hold `]]>`. Where the text contains it, the section ends after the brackets, the `>` follows as
    /// plain text, and another section begins: `<![CDATA[a]]]]>><![CDATA[b]]>`, as recorded from real tokens.
    package mutating func cdata(_ text: String) {
        var escaped = ByteWriter(capacity: Self.usualLength)
        XMLEscaping.append(text, to: &escaped, .cdata)
        raw("<![CDATA[")
        var brackets = 0
        for byte in escaped.bytes {
            if byte == UInt8(ascii: ">") && brackets >= 2 { raw("]]>><![CDATA[") } else { out.append(byte) }
            brackets = byte == UInt8(ascii: "]") ? brackets + 1 : 0
        }
        raw("]]>")
    }

    /// Writes bytes that are XML already, such as a signed element.
    package mutating func raw(_ xml: [UInt8]) {
        out.append(xml)
    }

    /// Writes text that is XML already, unescaped.
    package mutating func raw(_ xml: String) {
        out.append(xml)
    }

    /// Writes a start tag without attributes.
    private mutating func start(_ name: String) {
        out.append(UInt8(ascii: "<"))
        out.append(name)
        out.append(UInt8(ascii: ">"))
    }

    private mutating func end(_ name: String) {
        out.append("</" as StaticString)
        out.append(name)
        out.append(UInt8(ascii: ">"))
    }

    /// Writes a start tag except for its closing `>`.
    private mutating func open(_ name: String, _ attributes: [(String, String)]) {
        out.append(UInt8(ascii: "<"))
        out.append(name)
        for (attribute, value) in attributes {
            out.append(UInt8(ascii: " "))
            out.append(attribute)
            out.append("=\"" as StaticString)
            XMLEscaping.append(value, to: &out, spelling == .canonical ? .canonicalAttribute : .attribute)
            out.append(UInt8(ascii: "\""))
        }
    }
}
