import PassCore
import PassDomain
import PassHTTP
import PassRESTv1
import PassTestSupport
import Testing

@Suite("Registration records, read and deleted")
struct RegistrationRecordTests {
    private let world: TestWorld
    private let made: HTTPResponse
    private let code: String

    init() throws {
        world = try TestWorld(RESTv1Family())
        made = try world.answer(.form("/reggie/v1/SIMREQ/regcode.json", "deviceId=sim-tv-0042&mvpd=SimCable"))
        code = try #require(JSONValue.parse(made.body)["code"]?.stringValue)
    }

    private func read(_ path: String) throws -> HTTPResponse {
        try world.answer(.get("/reggie/v1/" + path))
    }

    private func delete(_ path: String) throws -> HTTPResponse {
        try world.answer(.delete("/reggie/v1/" + path))
    }

    @Test("Reading returns the original record, whatever the case of the code and without a bearer")
    func reading() throws {
        for spelling in [code, code.lowercased()] {
            let response = try read("SIMREQ/regcode/\(spelling).json")
            #expect(response.status == .ok)
            #expect(response.text == made.text)
            #expect(response.fields["Adobe-Request-Id"]?.utf8.count == 36)
        }
        let xml = try read("SIMREQ/regcode/\(code)")
        #expect(xml.fields[.contentType] == "application/xml;charset=UTF-8")
        #expect(xml.text.contains("<code>\(code)</code>"))
    }

    @Test("Reading doesn't prolong the code, and an expired one can't be found")
    func expiry() throws {
        world.clock.advance(by: .seconds(1799))
        #expect(try read("SIMREQ/regcode/\(code)").status == .ok)
        world.clock.advance(by: .seconds(1))
        #expect(try read("SIMREQ/regcode/\(code)").status == .notFound)
        #expect(try delete("SIMREQ/regcode/\(code)").status == .notFound)
    }

    @Test("Another requestor's code, or an unknown one, can't be found")
    func foreign() throws {
        #expect(try read("OTHER/regcode/\(code)").status == .notFound)
        #expect(try delete("OTHER/regcode/\(code)").status == .notFound)
        #expect(try delete("SIMREQ/regcode/AAAAAAA").status == .notFound)
        #expect(try delete("regcode/AAAAAAA").status == .notFound)
        #expect(try read("SIMREQ/regcode/\(code)").status == .ok)
    }

    @Test(
        "Deleting answers 204 without a body, once", arguments: ["SIMREQ/regcode/", "regcode/"], ["", ".json", ".xml"])
    func deleting(_ path: String, _ suffix: String) throws {
        let response = try delete(path + code.lowercased() + suffix)
        #expect(response.status == .noContent)
        #expect(response.body.isEmpty)
        #expect(response.fields[.contentType] == nil)
        #expect(response.fields["Adobe-Request-Id"]?.utf8.count == 36)
        #expect(try delete(path + code + suffix).status == .notFound)
        #expect(try read("SIMREQ/regcode/\(code)").status == .notFound)
    }

    @Test("Deleting a code doesn't delete its login")
    func deletedLogin() throws {
        let session = AuthenticationSession(
            id: "s", requestor: "SIMREQ", mvpd: "SimCable", redirectURL: nil, registrationCode: ExactText(code),
            expires: world.clock.now() + .hours(1))
        try world.world.stores.sessions.put(session, now: world.clock.now())
        #expect(try delete("SIMREQ/regcode/\(code)").status == .noContent)
        #expect(try world.world.stores.sessions.find("s", now: world.clock.now()) != nil)
    }

    @Test("An invalid bearer is refused by both reading and deleting")
    func badBearer() throws {
        let path = "/reggie/v1/SIMREQ/regcode/\(code)"
        #expect(try world.answer(.get(path, [.authorization: "Bearer a.b.c"])).status == .unauthorized)
        #expect(try world.answer(.delete(path, [.authorization: "Bearer a.b.c"])).status == .unauthorized)
        #expect(try world.answer(.get(path + "?access_token=a.b.c")).status == .unauthorized)
        #expect(try read("SIMREQ/regcode/\(code)").status == .ok)
    }

    @Test("GET doesn't delete and POST doesn't read; a requestor must be named to read")
    func methods() throws {
        let path = "/reggie/v1/SIMREQ/regcode/\(code)"
        #expect(throws: TestWorld.NoEndpoint(target: path)) { try world.answer(.form(path, "")) }
        let bare = "/reggie/v1/regcode/\(code)"
        #expect(throws: TestWorld.NoEndpoint(target: bare)) { try world.answer(.get(bare)) }
    }
}
