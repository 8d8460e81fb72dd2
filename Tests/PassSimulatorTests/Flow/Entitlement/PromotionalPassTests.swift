import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Promotional passes", .eachStore)
struct PromotionalPassTests {
    private static let over = "Your temporary pass has run out."
    private static let usedUp = "Your temporary pass doesn't cover another program."
    private static let ada = #"{"email":"5f1d0c"}"#
    private static let bob = #"{"email":"77aa01"}"#

    private func client(_ device: String = "c0ffee", _ site: TestSite? = nil) throws -> NativeClient {
        NativeClient(site: try site ?? TestSite(), deviceID: device, requestor: "DEMO_NET", mvpd: "PromoPass")
    }

    @Test(
        "Without an identity there is no pass: the browser returns at once, and the session has no user",
        arguments: [
            nil, "", "{}", #"{"email":""}"#, #"{"email":7}"#, #"{"mail":"5f1d0c"}"#, "5f1d0c", "[", "()",
            #"{"email":"5f1d0c""#, #"{"email":"\#(String(repeating: "a", count: 1025))"}"#,
            String(repeating: "[", count: 2000),
        ])
    func noIdentity(_ generic: String?) throws {
        let client = try client()
        let (answer, cookies) = try client.begin(generic: generic)
        #expect(answer.fields["X-Pass-Simulator-Reason"]?.contains("generic_data") == true)
        #expect(client.session(cookies).status == .unauthorized)
        let web = WebClient(site: client.site, requestor: "DEMO_NET", mvpd: "PromoPass")
        #expect(web.session(cookies).text == Documented.pendingLogout)
    }

    @Test(
        "The identity comes as JSON, or in the parentheses of the vendor's page",
        arguments: [ada, #"("email":"5f1d0c")"#])
    func forms(_ generic: String) throws {
        let client = try client()
        #expect(client.authorize(try client.token(generic: generic), "A").element("authzToken") != nil)
    }

    @Test("The pass is valid for three different resources, and for each any number of times")
    func resources() throws {
        let client = try client()
        let token = try client.token(generic: Self.ada)
        for resource in ["A", "B", "A", "C", "B"] {
            #expect(client.authorize(token, resource).element("authzToken") != nil, "\(resource)")
        }
        #expect(client.authorize(token, "D").isDenial(Self.usedUp))
        #expect(client.authorize(token, "C").element("authzToken") != nil)
        client.site.clock?.advance(by: .days(1))
        #expect(client.authorize(token, "A").isDenial(Self.over))
    }

    @Test("A denied resource isn't counted, and MRSS is counted by its item's guid")
    func counting() throws {
        let client = try client()
        let token = try client.token(generic: Self.ada)
        _ = client.authorize(token, "deny:x")
        let item = "<rss><channel><item><title>T</title><guid>A</guid></item></channel></rss>"
        for resource in [item, "A", "B", "C"] {
            #expect(client.authorize(token, resource).element("authzToken") != nil, "\(resource)")
        }
        #expect(client.authorize(token, "D").isDenial(Self.usedUp))
    }

    @Test("The pass follows its holder to another device, and stays with a device when its holder changes")
    func holders() throws {
        let phone = try client()
        let token = try phone.token(generic: Self.ada)
        for resource in ["A", "B", "C"] { _ = phone.authorize(token, resource) }
        let television = try client("decade", phone.site)
        #expect(television.authorize(try television.token(generic: Self.ada), "D").isDenial(Self.usedUp))
        #expect(phone.authorize(try phone.token(generic: Self.bob), "D").isDenial(Self.usedUp))
        let tablet = try client("facade", phone.site)
        #expect(tablet.authorize(try tablet.token(generic: Self.bob), "D").element("authzToken") != nil)
    }

    @Test("Without a device a promotional pass belongs only to the identity")
    func web() throws {
        let site = try TestSite()
        let web = WebClient(site: site, requestor: "DEMO_NET", mvpd: "PromoPass")
        func token(_ generic: String) throws -> String {
            try #require(web.session(try client("", site).begin(generic: generic).cookies).element("authnToken"))
        }
        for resource in ["A", "B", "C"] { _ = web.authorize(try token(Self.ada), resource) }
        #expect(web.authorize(try token(Self.ada), "D").isDenial(Self.usedUp))
        #expect(web.authorize(try token(Self.bob), "D").element("authzToken") != nil)
    }

    @Test("If many requests ask for different resources at once, exactly as many succeed as are left")
    func race() async throws {
        let client = try client()
        let token = try client.token(generic: Self.ada)
        let permitted = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<24 {
                group.addTask { client.authorize(token, "R\(number)").element("authzToken") != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(permitted == 3)
    }

    @Test("The pass's metadata says what is left, what was watched and when it ends")
    func metadata() throws {
        let client = try client()
        let (_, cookies) = try client.begin(generic: Self.ada)
        let session = client.session(cookies)
        let token = try #require(session.element("authnToken"))
        let day = TestSite.start.milliseconds + 86_400_000
        let unused = try JSONValue.parse(Array(try #require(session.element("userMeta")).utf8))["data"]
        #expect(
            unused
                == .object([
                    "remaining_resources": .integer(3), "used_assets": .array([]), "expiration_date": .integer(day),
                ]))
        _ = client.authorize(token, "B")
        let answer = client.authorize(token, "A")
        let used = try JSONValue.parse(Array(try #require(answer.element("userMeta")).utf8))["data"]
        #expect(
            used
                == .object([
                    "remaining_resources": .integer(1), "used_assets": .array([.string("B"), .string("A")]),
                    "expiration_date": .integer(day),
                ]))
    }

    @Test("The identity is in no token and no URL")
    func secrecy() throws {
        let client = try client()
        let (answer, cookies) = try client.begin(generic: #"{"email":"ada@site.example"}"#)
        #expect(!answer.fields.pairs.contains { $0.value.contains("ada") })
        #expect(!client.session(cookies).text.contains("ada@"))
    }

    @Test("After a restart its tokens still name the holder")
    func restart() throws {
        let before = try client()
        let token = try before.token(generic: Self.ada)
        let after = try client("decade", TestSite { $0.seed = 8 })
        var moved = after
        moved.deviceID = "c0ffee"
        for resource in ["A", "B", "C"] { _ = moved.authorize(token, resource) }
        #expect(after.authorize(try after.token(generic: Self.ada), "D").isDenial(Self.usedUp))
    }
}
