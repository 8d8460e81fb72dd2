import PassXML
import Testing

@Suite("XML reader")
struct XMLReaderTests {
    private func parse(_ text: String, _ limits: XMLLimits = .default) throws(XMLError) -> XMLElement {
        try XMLReader.parse(Array(text.utf8), limits: limits)
    }

    @Test("Reads elements, attributes and text, and keeps their order")
    func tree() throws {
        let root = try parse(
            "<?xml version='1.0' encoding='utf-8'?>\n<a x='1' y=\"&lt;2\"> one<b/>two<!-- gone --> &#x33;"
                + "<c><b>deep</b></c></a>\n"
        )
        #expect(root.name == "a")
        #expect(root.attributes.map(\.name) == ["x", "y"])
        #expect(root[attribute: "y"] == "<2")
        #expect(root[attribute: "z"] == nil)
        #expect(root.text == " onetwo 3")
        #expect(
            root.children == [
                .text(" one"), .element(XMLElement(name: "b")), .text("two 3"),
                .element(XMLElement(name: "c", children: [.element(XMLElement(name: "b", children: [.text("deep")]))])),
            ])
        #expect(root.first("b")?.text == "")
        #expect(root.all("b").count == 1)
        #expect(root.descendants("b").map(\.text) == ["", "deep"])
        #expect(root.first("nothing") == nil)
    }

    @Test("A comment or a CDATA section within text doesn't cut it short")
    func splitText() throws {
        #expect(try parse("<n>user<!-- -->@admin<![CDATA[.<x>&amp;]]>!</n>").text == "user@admin.<x>&amp;!")
    }

    @Test("Prefixes are resolved where they are in force; an attribute without one has no namespace")
    func namespaces() throws {
        let root = try parse(
            #"<a xmlns="urn:1" xmlns:p="urn:2" p:x="1" x="2">"#
                + #"<p:b xmlns:p="urn:3"/><p:c/><d xmlns=""/><e xml:lang="en"/></a>"#
        )
        #expect(root.namespace == "urn:1")
        #expect(root.attributes.map(\.namespace) == ["urn:2", nil])
        #expect(root[attribute: "x"] == "2")
        #expect(root.elements.map(\.namespace) == ["urn:3", "urn:2", nil, "urn:1"])
        #expect(root.elements.map(\.prefix) == ["p", "p", nil, nil])
        #expect(root.first("b", in: "urn:2") == nil)
        #expect(root.first("c", in: "urn:2") != nil)
        #expect(root.all("c", in: "urn:3").isEmpty)
        #expect(root.first("e")?.attributes.first?.namespace == "http://www.w3.org/XML/1998/namespace")
    }

    @Test("A prefix is compared by its bytes, and a declaration ends with its element")
    func prefixes() throws {
        let root = try parse(
            "<a xmlns:\u{E9}='urn:1'><\u{E9}:b><\u{E9}:b xmlns:\u{E9}='urn:2'/><\u{E9}:b/></\u{E9}:b></a>")
        #expect(root.descendants("b").map(\.namespace) == ["urn:1", "urn:2", "urn:1"])
        #expect(throws: XMLError(.namespace, "")) { try parse("<a xmlns:\u{E9}='urn:1'><e\u{301}:b/></a>") }
        #expect(throws: XMLError(.namespace, "")) { try parse("<a><b xmlns:p='urn:1'/><p:b/></a>") }
        // The accent is part of the prefix, though `:` and the accent are one character.
        #expect(throws: XMLError(.namespace, "")) { try parse("<a xmlns:\u{301}p='urn:1'><p:b/></a>") }
        #expect(throws: XMLError(.namespace, "")) { try parse("<a xmlns:p:\u{301}q='urn:1'/>") }
    }

    @Test("A processing instruction is skipped, unless it is to be refused")
    func instructions() throws {
        for text in ["<?x y?><a>1</a>", "<a>1<?x?></a>", "<a>1</a><?x y?>"] {
            #expect(try parse(text).text == "1")
            #expect(throws: XMLError(.instruction, "")) { try parse(text, XMLLimits(instructions: .refused)) }
        }
        let plain = "<?xml version='1.0'?><!-- x --><a><![CDATA[<?x?>]]></a>"
        #expect(try parse(plain, XMLLimits(instructions: .refused)).text == "<?x?>")
    }

    @Test("A resource of a media RSS feed is read")
    func mediaRSS() throws {
        let root = try parse(
            #"<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>"#
                + #"<title><![CDATA[demo-live]]></title>"#
                + #"<item><guid>g1</guid><media:rating scheme="urn:v-chip">tv-pg</media:rating></item></channel></rss>"#
        )
        let rating = try #require(root.descendants("rating").first)
        #expect(rating.namespace == "http://search.yahoo.com/mrss/")
        #expect(rating[attribute: "scheme"] == "urn:v-chip")
        #expect(root.first("channel")?.first("title")?.text == "demo-live")
    }

    @Test("An undeclared prefix is refused, unless the limits are lenient about it")
    func undeclared() throws {
        let text = #"<item><media:rating q:scheme="urn:v-chip">tv-pg</media:rating></item>"#
        #expect(throws: XMLError(.namespace, "")) { try parse(text) }
        let rating = try #require(try parse(text, .lenientNamespaces).first("rating"))
        #expect(rating.prefix == "media")
        #expect(rating.namespace == nil)
        #expect(rating.attributes == [XMLAttribute(name: "scheme", prefix: "q", value: "urn:v-chip")])
    }

    @Test(
        "Declarations and names that Namespaces in XML forbids are refused, and never resolved when lenient",
        arguments: [
            #"<a xmlns:p=""/>"#, #"<a xmlns:xml="urn:1"/>"#, #"<a xmlns:xmlns="urn:1"/>"#,
            #"<a xmlns="http://www.w3.org/XML/1998/namespace"/>"#, #"<a xmlns:p="http://www.w3.org/2000/xmlns/"/>"#,
            #"<p:a:b xmlns:p="urn:1"/>"#, #"<:a/>"#, #"<a:/>"#,
        ])
    func badNamespace(_ text: String) throws {
        #expect(throws: XMLError(.namespace, "")) { try parse(text) }
        #expect(try parse(text, .lenientNamespaces).namespace == nil)
    }

    @Test("Two attributes of one name are refused, also when their prefixes differ")
    func duplicateAttribute() {
        #expect(throws: XMLError(.malformed, "")) { try parse(#"<a x="1" x="2"/>"#) }
        #expect(throws: XMLError(.malformed, "")) {
            try parse(#"<a xmlns:p="urn:1" xmlns:q="urn:1" p:x="1" q:x="2"/>"#)
        }
    }

    @Test(
        "Any document type declaration is refused",
        arguments: [
            "<!DOCTYPE a><a/>", #"<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>"#,
            #"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>"#,
            #"<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1:1/x.dtd"> %p;]><a/>"#,
            #"<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><l>&c;</l>"#,
            #"<?xml version="1.0"?><!-- x --><!DOCTYPE a [<!ATTLIST a x CDATA "1">]><a/>"#,
        ])
    func doctype(_ text: String) {
        #expect(throws: XMLError(.doctype, "")) { try parse(text) }
        #expect(throws: XMLError(.doctype, "")) { try parse(text, .lenientNamespaces) }
    }

    @Test(
        "Text that isn't one whole well-formed document is refused",
        arguments: [
            " ", "text", "<a>", "<a><b></a>", "<a/><b/>", "<a/>text", "<a", "<a x=1/>", "<a x='<'/>", "<a>&b;</a>",
            "<a>&</a>", "<a>&#0;</a>", "<a>&#xFFFE;</a>", "<a>]]></a>", "<a><![CDATA[x</a>", "<!-- <a/>", "<1/>",
            " <?xml version='1.0'?><a/>", "<a>\u{1}</a>", "<a>\u{FFFF}</a>", "<a/>\u{0}", "<a>\u{0}</a>", "\u{0}",
            "<a x='1'y='2'/>",
        ])
    func malformed(_ text: String) {
        #expect(throws: XMLError(.malformed, "")) { try parse(text) }
    }

    @Test("A document that is cut anywhere is refused")
    func truncated() {
        let whole = Array(#"<?xml version="1.0"?><a x="1"><b>t&amp;</b><![CDATA[c]]><!-- d --></a>"#.utf8)
        #expect(throws: Never.self) { try XMLReader.parse(whole) }
        for length in 1..<whole.count {
            #expect(throws: XMLError(.malformed, "")) { try XMLReader.parse(Array(whole.prefix(length))) }
        }
    }

    @Test("No bytes at all are refused")
    func empty() {
        #expect(throws: XMLError(.empty, "")) { try XMLReader.parse([]) }
    }

    @Test(
        "Bytes that are not UTF-8 are refused: wrong, overlong, surrogate, cut, other encodings",
        arguments: [
            [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xC3], [0xF4, 0x90, 0x80, 0x80], [0xE9],
        ] as [[UInt8]])
    func invalidUTF8(_ middle: [UInt8]) {
        let bytes = Array("<a>".utf8) + middle + Array("</a>".utf8)
        #expect(throws: XMLError(.notUTF8, "")) { try XMLReader.parse(bytes) }
    }

    @Test("Other encodings are refused, declared or marked; a UTF-8 mark is skipped")
    func encodings() throws {
        #expect(throws: XMLError(.notUTF8, "")) { try parse("<?xml version='1.0' encoding='ISO-8859-1'?><a/>") }
        #expect(throws: XMLError(.notUTF8, "")) { try parse("<?xml version='1.0' encoding='UTF-16'?><a/>") }
        let wide: [UInt8] = [0xFF, 0xFE] + "<a/>".utf16.flatMap { [UInt8($0), 0] }
        #expect(throws: XMLError.self) { try XMLReader.parse(wide) }
        #expect(try XMLReader.parse([0xEF, 0xBB, 0xBF] + Array("<a/>".utf8)).name == "a")
    }

    @Test("Every bound is enforced, and input at the bound is read")
    func bounds() throws {
        let limits = XMLLimits(bytes: 60, depth: 3, elements: 4, attributes: 2)
        #expect(try parse("<a><b><c/></b></a>", limits).descendants("c").count == 1)
        #expect(throws: XMLError(.tooDeep, "")) { try parse("<a><b><c><d/></c></b></a>", limits) }
        #expect(try parse("<a><b/><b/><b/></a>", limits).elements.count == 3)
        #expect(throws: XMLError(.tooManyElements, "")) { try parse("<a><b/><b/><b/><b/></a>", limits) }
        #expect(try parse("<a x='1' y='2'/>", limits).attributes.count == 2)
        #expect(throws: XMLError(.tooManyAttributes, "")) { try parse("<a x='1' y='2' xmlns='urn:1'/>", limits) }
        let padded = "<a>" + String(repeating: "x", count: 53) + "</a>"
        #expect(try parse(padded, limits).text.count == 53)
        #expect(throws: XMLError(.tooManyBytes, "")) { try parse(padded + "\n", limits) }
    }

    @Test("A depth bomb stops at the bound")
    func depthBomb() {
        let bomb = String(repeating: "<a>", count: 300_000)
        #expect(throws: XMLError(.tooDeep, "")) { try parse(bomb) }
    }

    @Test("An error contains its position")
    func place() {
        let error = #expect(throws: XMLError.self) { try parse("<a>\n<b>\n</c></a>") }
        #expect(error?.line == 3)
        #expect(error?.offset == 10)
    }
}
