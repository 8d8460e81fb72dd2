import PassTestSupport
import PassXML
import Testing

/// Against what lxml makes of the same documents (see `Fixtures/CanonicalXML`).
@Suite("Exclusive canonical XML")
struct ExclusiveCanonicalFormTests {
    private static let names = [
        "default", "equivalent", "escapes", "line-ends", "none", "order", "prefixes", "rfc3741-local", "rfc3741-pdu",
        "spaces", "types",
    ]

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("A document, and an element in it by itself, have the same form as from lxml", arguments: names)
    func form(_ name: String) throws {
        let root = try XMLReader.parse(Fixture.bytes("CanonicalXML/\(name).xml"))
        let whole = try Fixture.bytes("CanonicalXML/\(name).root")
        #expect(root.exclusiveCanonicalForm == whole, "\(text(root.exclusiveCanonicalForm))")
        let first = try #require(root.elements.first).exclusiveCanonicalForm
        #expect(try first == Fixture.bytes("CanonicalXML/\(name).first"), "\(text(first))")
    }

    @Test("A canonical form is its own canonical form", arguments: names)
    func stable(_ name: String) throws {
        let bytes = try Fixture.bytes("CanonicalXML/\(name).root")
        #expect(try XMLReader.parse(bytes).exclusiveCanonicalForm == bytes)
    }

    @Test("An element has one form, whatever surrounds it")
    func context() throws {
        let local = try XMLReader.parse(Fixture.bytes("CanonicalXML/rfc3741-local.xml"))
        let other = try XMLReader.parse(Fixture.bytes("CanonicalXML/rfc3741-pdu.xml"))
        #expect(local.elements.first?.exclusiveCanonicalForm == other.elements.first?.exclusiveCanonicalForm)
        #expect(local.exclusiveCanonicalForm != other.exclusiveCanonicalForm)
    }

    @Test("The deepest document that is read has a form")
    func deep() throws {
        let bytes = Array((String(repeating: "<a>", count: 64) + String(repeating: "</a>", count: 64)).utf8)
        #expect(try XMLReader.parse(bytes).exclusiveCanonicalForm == bytes)
    }
}
