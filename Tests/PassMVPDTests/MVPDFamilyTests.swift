import PassCrypto
import PassDomain
import PassHTTP
import PassMVPD
import PassTestSupport
import Testing

@Suite("The family of the MVPDs' pages")
struct MVPDFamilyTests {
    private let family: MVPDFamily

    init() throws {
        family = MVPDFamily(samlKey: try TestKey.saml, sealer: Sealer(secret: Array(repeating: 7, count: 32)))
    }

    @Test("Every path names the MVPD") func paths() {
        #expect(FamilyCheck(family).misplaced(under: "/_sim/mvpd/{mvpd}/").isEmpty)
    }

    @Test("Where the World requires TLS, pages that take credentials or a login need it")
    func insecure() throws {
        #expect(FamilyCheck(family).secretCount == 6)
        #expect(try FamilyCheck(family).insecure(in: TestWorld(family) { $0.requiresTLS = true }, .forbidden) == [])
    }

    @Test("The ID of an MVPD has at most 128 bytes", arguments: [(128, HTTPStatus.ok), (129, .notFound)])
    func longestID(_ length: Int, _ status: HTTPStatus) throws {
        let id = String(repeating: "m", count: length)
        #expect(try TestMVPD.make().get("/_sim/mvpd/\(id)/logo.svg").status == status)
    }
}
