import PassHTTP
import PassXML
import Testing

@Suite("Logos")
struct LogoTests {
    @Test("A logo is a drawing with the provider's initials, its name escaped")
    func logo() throws {
        let response = try TestMVPD.make().get("/_sim/mvpd/AmpCable/logo.svg")
        #expect(response.fields[.contentType] == "image/svg+xml")
        let root = try XMLReader.parse(response.body, limits: XMLLimits())
        #expect(root.name == "svg")
        #expect(root[attribute: "aria-label"] == "A&B <Cable>")
        #expect(root.first("text")?.text == "AB")
    }

    @Test("A provider without a login page has a logo")
    func tempPass() throws {
        #expect(try TestMVPD.make().get("/_sim/mvpd/TempPass/logo.svg").status == .ok)
    }
}
