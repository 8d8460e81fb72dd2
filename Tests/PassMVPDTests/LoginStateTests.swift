import PassCore
import PassDomain
import PassHTTP
import PassSAML
import Testing

@Suite("The login that a form carries")
struct LoginStateTests {
    private let right: [(name: String, value: String)] = [("username", "user"), ("password", "password")]

    @Test("A login is over after thirty minutes, counted from its first page")
    func expires() throws {
        let mvpd = try TestMVPD.make()
        var page = try mvpd.begin()
        mvpd.clock.advance(by: .minutes(20))
        page = try mvpd.signIn(on: page, [("username", "user"), ("password", "wrong")])
        mvpd.clock.advance(by: TimeToLive(milliseconds: 10 * 60_000 - 1))
        #expect(try mvpd.signIn(on: page, right).samlResponse.assertion != nil)
        mvpd.clock.advance(by: TimeToLive(milliseconds: 1))
        let late = try mvpd.signIn(on: page, right)
        #expect(late.status == .badRequest)
        #expect(late.text.contains("This login has taken too long. Start again from the app."))
    }

    @Test("A login that began over http is finished over https")
    func schemeChange() throws {
        let plain = try TestMVPD.make()
        let page = try plain.begin()
        let secure = try TestMVPD.make(scheme: .https)
        let answer = try secure.signIn(on: page, right)
        #expect(try answer.formAction == TestMVPD.consumer)
        #expect(try answer.samlResponse.destination == TestMVPD.consumer)
    }

    @Test("An altered login is refused", arguments: ["", "A", "AAAA", "!!!!"])
    func altered(_ text: String) throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.post("/_sim/mvpd/AcmeCable/login", [("login", text)] + right)
        #expect(page.status == .badRequest)
        #expect(!page.text.contains("<form"))
    }

    @Test("A login with one bit changed is refused")
    func oneBit() throws {
        let mvpd = try TestMVPD.make()
        let login = try #require(try mvpd.begin().hiddenInputs.first).value
        var sealed = try #require(Base64.decode(login, .url))
        sealed[20] ^= 1
        let page = try mvpd.post("/_sim/mvpd/AcmeCable/login", [("login", Base64.encode(sealed, .url))] + right)
        #expect(page.status == .badRequest)
    }

    @Test("A login belongs to its provider, its World and its installation")
    func belongs() throws {
        let login = try #require(try TestMVPD.make().begin().hiddenInputs.first)
        let fields = [login] + right
        #expect(try TestMVPD.make().post("/_sim/mvpd/AcmeCable/login", fields).status == .ok)
        #expect(try TestMVPD.make().post("/_sim/mvpd/Adobe/login", fields).status == .badRequest)
        #expect(try TestMVPD.make(secret: 8).post("/_sim/mvpd/AcmeCable/login", fields).status == .badRequest)
        let name = try #require(NamespaceName("other"))
        #expect(try TestMVPD.make(name: name).post("/_sim/mvpd/AcmeCable/login", fields).status == .badRequest)
    }

    @Test("The form shows nothing of what it carries")
    func sealed() throws {
        let login = try #require(try TestMVPD.make().begin().hiddenInputs.first).value
        #expect(login.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        let bytes = try #require(Base64.decode(login, .url))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("relay-1"))
    }
}
