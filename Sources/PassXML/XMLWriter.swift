import PassCore

/// Writes XML on one line with nothing between tags, so that equal calls give equal bytes.
///
/// Attributes keep the order in which they are written and have double quotes. Names are the caller's own constants and
/// aren't checked.
///
/// ```swift
/// var xml = XMLWriter()
/// xml.element("result") { $0.element("authnToken", token) }
/// ```
package struct XMLWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    private let spelling: Spelling
    /// Room for most documents, which then needn't move as they grow.
    private static let usualLength = 960

    /// How characters are escaped.
    package enum Spelling: Sendable {
        /// Only as far as readers need it: see ``XMLEscaping``.
        case plain
        /// As Canonical XML 1.0, section 2.3, wants it: a caller that declares prefixes where they are first used and sorts
        /// attributes then writes the canonical form.
        case canonical
    }

    /// `declaration` comes first; none is written when it is `nil`.
    package init(declaration: XMLDeclaration? = nil, spelling: Spelling = .plain) {
        self.spelling = spelling
        bytes.reserveCapacity(Self.usualLength)
        if let declaration { raw(declaration.rawValue) }
    }

    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Always a start and an end tag, also around nothing: some clients cannot read `<a/>`.
    package mutating func element(
        _ name: String, _ attributes: [(String, String)], _ content: (inout XMLWriter) -> Void
    ) {
        open(name, attributes)
        bytes.append(UInt8(ascii: ">"))
        content(&self)
        end(name)
    }

    /// An element without attributes; it, too, always has both tags.
    package mutating func element(_ name: String, _ content: (inout XMLWriter) -> Void) {
        start(name)
        content(&self)
        end(name)
    }

    /// An element that holds nothing but `text`, escaped.
    package mutating func element(_ name: String, _ text: String) {
        start(name)
        self.text(text)
        end(name)
    }

    /// An element with attributes that holds nothing but `text`, escaped.
    package mutating func element(_ name: String, _ attributes: [(String, String)], _ text: String) {
        element(name, attributes) { $0.text(text) }
    }

    /// Writes nothing when `text` is `nil` or empty, because an empty optional element makes some clients crash.
    package mutating func elementIfPresent(_ name: String, _ text: String?) {
        if let text, !text.isEmpty { element(name, text) }
    }

    /// `<name a="b"/>`.
    package mutating func empty(_ name: String, _ attributes: [(String, String)] = []) {
        open(name, attributes)
        raw("/>")
    }

    /// Text with `&`, `<` and `>` escaped and nothing else (see ``XMLEscaping/text(_:)``).
    package mutating func text(_ text: String) {
        XMLEscaping.append(text, to: &bytes, spelling == .canonical ? .canonicalText : .text)
    }

    /// Text in CDATA sections, unescaped.
    ///
    /// A section can't hold `]]>`. Where the text does, the section ends after the brackets, the `>` follows as plain
    /// text, and another section begins: `<![CDATA[a]]]]>><![CDATA[b]]>`, as recorded from real tokens.
    package mutating func cdata(_ text: String) {
        var escaped: [UInt8] = []
        XMLEscaping.append(text, to: &escaped, .cdata)
        raw("<![CDATA[")
        var brackets = 0
        for byte in escaped {
            if byte == UInt8(ascii: ">") && brackets >= 2 { raw("]]>><![CDATA[") } else { bytes.append(byte) }
            brackets = byte == UInt8(ascii: "]") ? brackets + 1 : 0
        }
        raw("]]>")
    }

    /// Bytes that are XML already, for instance what was signed.
    package mutating func raw(_ xml: [UInt8]) {
        bytes.append(contentsOf: xml)
    }

    package mutating func raw(_ xml: String) {
        xml.withBytes { bytes.append(contentsOf: $0) }
    }

    /// A start tag without attributes.
    private mutating func start(_ name: String) {
        bytes.append(UInt8(ascii: "<"))
        raw(name)
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func end(_ name: String) {
        bytes.append(UInt8(ascii: "<"))
        bytes.append(UInt8(ascii: "/"))
        raw(name)
        bytes.append(UInt8(ascii: ">"))
    }

    /// A start tag but for its end.
    private mutating func open(_ name: String, _ attributes: [(String, String)]) {
        raw("<")
        raw(name)
        for (attribute, value) in attributes {
            raw(" ")
            raw(attribute)
            raw("=\"")
            XMLEscaping.append(value, to: &bytes, spelling == .canonical ? .canonicalAttribute : .attribute)
            raw("\"")
        }
    }
}
