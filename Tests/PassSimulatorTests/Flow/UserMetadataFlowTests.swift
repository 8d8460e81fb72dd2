import PassCore
import PassDomain
import PassHTTP
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("User metadata", .eachStore)
struct UserMetadataFlowTests {
    /// Each key that the service documents, with a value of its type.
    private static let everything: [String: Configuration.MetadataValue] = [
        "userID": "u", "upstreamUserID": "up", "householdID": "h", "primaryOID": "p", "typeID": "Primary",
        "is_hoh": "1", "hba_status": "false", "allowMirroring": true, "zip": ["10001", "10002"], "encryptedZip": "e",
        "channelID": ["a", "b<&>"], "maxRating": ["MPAA": "PG-13", "VCHIP": "TV-14", "URL": "https://sim.example/r"],
        "language": "en", "onNet": "1", "inHome": "0", "tokenSource": "Apple", "postalCode": 10001, "acctID": "a",
        "acctParentID": "b",
    ]

    private func site(_ encrypted: [String]? = nil) throws -> TestSite {
        try TestSite {
            $0.subscribers["everything"] = .init(metadata: Self.everything)
            if let encrypted { $0.requestors["TEST_REQUESTOR"]?.encryptedMetadata = encrypted }
        }
    }

    private func post(_ site: TestSite, _ token: String, _ metadata: String? = nil, _ fields: HTTPFields = [:])
        -> HTTPResponse
    {
        site.post(
            "/adobe-services/usermetadata",
            [("requestor", "TEST_REQUESTOR"), ("authn", token)] + (metadata.map { [("metadata", $0)] } ?? []), fields)
    }

    @Test("Every documented key has its type; only zip and encryptedZip are encrypted, and listed")
    func everything() throws {
        let site = try site()
        let answer = post(site, try WebClient(site: site).login(user: "everything").token)
        #expect(answer.status == .ok && answer.fields[.contentType] == "application/json;charset=UTF-8")
        let metadata = try JSONValue.parse(answer.body)
        #expect(metadata["encrypted"] == .array([.string("encryptedZip"), .string("zip")]))
        let data = try #require(metadata["data"]?.objectValue)
        #expect(Set(data.keys) == Set(Self.everything.keys.map { ExactText($0) }))
        #expect(data["maxRating"]?["URL"] == .string("https://sim.example/r") && data["allowMirroring"] == .bool(true))
        #expect(data["channelID"] == .array([.string("a"), .string("b<&>")]) && data["postalCode"] == .integer(10001))
        for key in ["zip", "encryptedZip"] {
            #expect(Base64.decode(data[key]?.stringValue ?? "")?.count == 256, "\(key)")
        }
    }

    @Test("A requestor may have no key encrypted, or any of them, whatever their type")
    func encryptedKeys() throws {
        for keys in [[], ["allowMirroring", "channelID", "maxRating", "postalCode", "userID"], ["noSuchKey"]] {
            let site = try site(keys)
            let token = try WebClient(site: site).login(user: "everything").token
            let metadata = try JSONValue.parse(post(site, token).body)
            let listed = keys.filter { Self.everything[$0] != nil }
            #expect(metadata["encrypted"] == .array(listed.map { .string($0) }))
            for key in listed {
                #expect(Base64.decode(metadata["data"]?[key]?.stringValue ?? "")?.count == 256, "\(key)")
            }
        }
    }

    @Test("A value longer than a block of the requestor's first key is several blocks")
    func longValue() throws {
        let site = try TestSite {
            $0.requestors["TEST_REQUESTOR"]?.certificates = ["\(Fixture.directory)/RequestorProofs/1024.pem"]
            $0.subscribers["long"] = .init(metadata: ["zip": .text(String(repeating: "1", count: 118))])
        }
        let metadata = try JSONValue.parse(post(site, WebClient(site: site).login(user: "long").token).body)
        #expect(Base64.decode(metadata["data"]?["zip"]?.stringValue ?? "")?.count == 256)
    }

    @Test("session, authorize and usermetadata return one login's metadata alike, however much later")
    func alike() throws {
        let site = try site([])
        var browser = TestBrowser(site)
        let form = try browser.openLogin([
            ("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"), ("redirect_url", "https://site.example/done"),
        ])
        site.clock?.advance(by: .seconds(90))
        _ = try browser.signIn(form, user: "everything")
        let client = WebClient(site: site)
        site.clock?.advance(by: .seconds(60))
        let session = client.session(browser.cookieField)
        let token = try #require(session.element("authnToken"))
        site.clock?.advance(by: .seconds(3600))
        let authorize = client.authorize(token, userMeta: "1")
        site.clock?.advance(by: .seconds(86_400))
        let text = post(site, token).text
        #expect(text.hasPrefix(#"{"updated":1936512090000,"encrypted":[],"data":{"#))
        #expect(session.element("userMeta") == text && authorize.element("userMeta") == text)
        // As the Android SDK cuts it out, without undoing any escape.
        #expect(session.text.contains("<userMeta>\(text)</userMeta>") && !text.contains("&"))
    }

    @Test("updated increases with the next login")
    func updated() throws {
        let site = try TestSite()
        let first = post(site, try WebClient(site: site).login().token).text
        site.clock?.advance(by: .seconds(1))
        let second = post(site, try WebClient(site: site).login().token).text
        #expect(first.hasPrefix(#"{"updated":1936512000000,"#) && second.hasPrefix(#"{"updated":1936512001000,"#))
    }

    @Test("A token without its TTL gives the same login time")
    func documentedForm() throws {
        let site = try TestSite { $0.tokens.elements = .documented }
        let token = try WebClient(site: site).login().token
        site.clock?.advance(by: .seconds(600))
        #expect(post(site, token).text.hasPrefix(#"{"updated":1936512000000,"#))
    }

    @Test("authorize sends metadata only on request, and never with a denial")
    func askedFor() throws {
        let client = WebClient(site: try TestSite())
        let token = try client.login().token
        #expect(client.authorize(token, userMeta: "1").element("userMeta") != nil)
        #expect(client.authorize(token, userMeta: "0").element("userMeta") == nil)
        #expect(client.authorize(token).element("userMeta") == nil)
        #expect(client.authorize(token, "deny:x", userMeta: "1").element("userMeta") == nil)
    }

    @Test("usermetadata requires no device, under any setting, but refuses another one", arguments: [false, true])
    func device(_ isStrict: Bool) throws {
        let site = try TestSite { if isStrict { $0.deviceBinding.check = .strict } }
        let id = "0123456789abcdef0123456789abcdef"
        let token = try WebClient(site: site, deviceID: id).login().token
        #expect(post(site, token).status == .ok && post(site, token, nil, ["ap_21": id]).text.contains("sim-user-1"))
        let other = post(site, token, nil, ["ap_21": "ffffffffffffffffffffffffffffffff"])
        #expect(other.text == Documented.pendingLogout(34764))
        #expect(post(site, try NativeClient(site: site).login()).text.contains("sim-user-1"))
    }

    @Test("A token that is no longer accepted is answered with pendingLogout")
    func refusedToken() throws {
        let site = try TestSite()
        let token = try WebClient(site: site).login().token
        for bad in ["x", token.replacing("TEST_REQUESTOR", with: "DEMO_NET"), String(token.dropFirst(30))] {
            #expect(post(site, bad).text == Documented.pendingLogout)
        }
        let bound = try WebClient(site: site, mvpd: "PassiveTV").login().token
        let foreign = site.post("/adobe-services/usermetadata", [("requestor", "DEMO_NET"), ("authn", bound)])
        #expect(foreign.text == Documented.pendingLogout)
        _ = site.get("/adobe-services/logout", [("authentication_token", token), ("redirect_url", "a:b")])
        #expect(post(site, token).text == Documented.pendingLogout)
    }

    @Test(
        "The stored metadata must be JSON with a number updated, of 64 KiB at most",
        arguments: [
            "{", "[]", "7", #""x""#, "{}", #"{"updated":null}"#, #"{"updated":"1"}"#, #"{"updated":[1]}"#, "null",
            String(repeating: "[", count: 10_000), #"{"updated":1,"data":"\#(String(repeating: "a", count: 65_536))"}"#,
        ])
    func storedMetadata(_ stored: String) throws {
        let site = try TestSite()
        let token = try WebClient(site: site).login().token
        let answer = post(site, token, stored)
        #expect(answer.status == .badRequest && answer.text == #"{"error":"invalid_request"}"#)
        for good in ["", #"{"updated":1.5e12}"#, "{ \"updated\": 1,\r\n\t\"data\": {} }", #"{"updated":-1,"x":[{}]}"#] {
            #expect(post(site, token, good).status == .ok, "\(good)")
        }
    }

    @Test("A subscriber that is no longer known has no metadata")
    func forgotten() throws {
        let before = try TestSite { $0.subscribers["guest"] = .init(metadata: ["userID": "g"]) }
        let token = try WebClient(site: before).login(user: "guest").token
        #expect(post(before, token).text.contains(#""userID":"g""#))
        let after = try TestSite()
        #expect(post(after, token).text == #"{"updated":1936512000000,"encrypted":[],"data":{}}"#)
    }
}
