import PassXML
import Testing

@Suite("XML writer")
struct XMLWriterTests {
    @Test("Writes tags, attributes in their order, and text, with nothing between")
    func bytes() {
        var xml = XMLWriter(declaration: .standalone)
        xml.element("result", [("b", "2"), ("a", "1")]) {
            $0.element("token", "t")
            $0.element("none") { _ in }
            $0.empty("void", [("x", "y")])
            $0.empty("bare")
        }
        #expect(
            xml.string == #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#
                + #"<result b="2" a="1"><token>t</token><none></none><void x="y"/><bare/></result>"#)
    }

    @Test("No declaration is written unless it is requested")
    func noDeclaration() {
        var xml = XMLWriter()
        #expect(xml.bytes.isEmpty)
        xml.element("a", "")
        #expect(xml.string == "<a></a>")
        #expect(XMLWriter(declaration: .plain).string == #"<?xml version="1.0" encoding="UTF-8"?>"#)
    }

    @Test("Text has three escapes; quotes and line ends stay")
    func text() {
        #expect(XMLEscaping.text("<a b=\"c\">&'\n\t") == "&lt;a b=\"c\"&gt;&amp;'\n\t")
    }

    @Test("Characters are escaped wherever they are", arguments: Array(0..<20) + Array(110..<140))
    func places(_ before: Int) {
        let run = String(repeating: "a", count: before)
        #expect(XMLEscaping.text(run + "<é>&\u{0}b" + run) == run + "&lt;é&gt;&amp;\u{FFFD}b" + run)
        #expect(XMLEscaping.text(run + "\u{FFFE}" + run) == run + "\u{FFFD}" + run)
        #expect(XMLEscaping.attribute("\"\t" + run + "\u{FFFF}>" + run) == "&quot;&#x9;" + run + "\u{FFFD}&gt;" + run)
    }

    @Test("Attributes escape quotes, tabs and line ends as well")
    func attribute() {
        #expect(XMLEscaping.attribute("\"<&>\t\r\n'") == "&quot;&lt;&amp;&gt;&#x9;&#xD;&#xA;'")
    }

    @Test(
        "Characters that XML can't carry become U+FFFD, and their neighbours stay",
        arguments: [
            ("a\u{0}b", "a\u{FFFD}b"), ("\u{1F}", "\u{FFFD}"), ("\u{B}\u{C}", "\u{FFFD}\u{FFFD}"),
            ("x\u{FFFE}y\u{FFFF}", "x\u{FFFD}y\u{FFFD}"), ("\u{FFFD}\u{7F}\u{E000}", "\u{FFFD}\u{7F}\u{E000}"),
            ("\u{1FFBF}\u{FFBE}é😀", "\u{1FFBF}\u{FFBE}é😀"),
        ])
    func forbidden(_ text: String, _ written: String) {
        #expect(XMLEscaping.text(text) == written)
        #expect(XMLEscaping.attribute(text) == written)
        var xml = XMLWriter()
        xml.cdata(text)
        #expect(xml.string == "<![CDATA[\(written)]]>")
    }

    @Test("An optional element is omitted if it is empty", arguments: [nil, ""])
    func optional(_ text: String?) {
        var xml = XMLWriter()
        xml.elementIfPresent("simpleSamlNameID", text)
        #expect(xml.bytes.isEmpty)
        xml.elementIfPresent("simpleSamlNameID", "n")
        #expect(xml.string == "<simpleSamlNameID>n</simpleSamlNameID>")
    }

    @Test(
        "A CDATA end inside the text is split with its `>` between two sections",
        arguments: [
            ("", "<![CDATA[]]>"), ("a<b>&", "<![CDATA[a<b>&]]>"), ("a]]>b", "<![CDATA[a]]]]>><![CDATA[b]]>"),
            ("]]]>", "<![CDATA[]]]]]>><![CDATA[]]>"), ("]]", "<![CDATA[]]]]>"), ("]>]] >", "<![CDATA[]>]] >]]>"),
            ("]]>]]>", "<![CDATA[]]]]>><![CDATA[]]]]>><![CDATA[]]>"),
        ])
    func cdata(_ text: String, _ written: String) throws {
        var xml = XMLWriter()
        xml.cdata(text)
        #expect(xml.string == written)
        #expect(try XMLReader.parse(Array("<r>\(written)</r>".utf8)).text == text)
    }

    @Test(
        "In the canonical spelling only changes by a reader are undone, and characters that it keeps aren't escaped")
    func canonical() throws {
        var xml = XMLWriter(spelling: .canonical)
        xml.element("a", [("q", "\"<&>\t\r\n'")], "\"<&>\t\r\n'")
        #expect(xml.string == "<a q=\"&quot;&lt;&amp;>&#x9;&#xD;&#xA;'\">\"&lt;&amp;&gt;\t&#xD;\n'</a>")
        #expect(try XMLReader.parse(xml.bytes).exclusiveCanonicalForm == xml.bytes)
    }

    @Test("Existing XML is written unchanged")
    func raw() {
        var xml = XMLWriter()
        xml.element("a", [("q", "1")]) {
            $0.raw("<b/>")
            $0.raw(Array("&amp;".utf8))
        }
        xml.element("c", [("q", "2")], "<")
        #expect(xml.string == #"<a q="1"><b/>&amp;</a><c q="2">&lt;</c>"#)
    }
}
