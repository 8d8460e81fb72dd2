import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Resetting temporary passes", .eachStore)
struct ResetTemporaryPassTests {
    private func bearer(_ site: TestSite) throws -> HTTPFields {
        let answer = site.post(
            "/o/client/token", [("grant_type", "client_credentials"), ("client_id", "tool"), ("client_secret", "s")])
        let token = try #require(JSONValue.parse(answer.body)["access_token"]?.stringValue)
        return [.authorization: "Bearer \(token)"]
    }

    private func reset(
        _ site: TestSite, _ query: [(name: String, value: String)], _ path: String = "v3/reset",
        _ fields: HTTPFields? = nil
    ) throws -> HTTPResponse {
        let target = "/reset-tempass/\(path)?" + FormFields.encode(query)
        return site.send(site.request(.delete, target, try fields ?? bearer(site)))
    }

    /// Uses up the passes of two devices, and of two identities on two more.
    private func used() throws -> (basic: [NativeClient], promotional: [(NativeClient, String)]) {
        let site = try TestSite {
            $0.requestors["DEMO_NET"]?.mvpds = nil
            $0.mvpds["PromoPass"]?.pass = .init(seconds: 60, resources: 1, identity: "email")
        }
        let basic = ["one", "two"].map { NativeClient(site: site, deviceID: $0, requestor: "REF30", mvpd: "TempPass") }
        let promotional = ["ada", "bob"].map {
            (
                NativeClient(site: site, deviceID: "of-\($0)", requestor: "REF30", mvpd: "PromoPass"),
                #"{"email":"\#($0)"}"#
            )
        }
        for client in basic { _ = client.authorize(try client.token()) }
        for (client, generic) in promotional { _ = client.authorize(try client.token(generic: generic)) }
        site.clock?.advance(by: .days(1))
        return (basic, promotional)
    }

    private func works(_ client: NativeClient, _ generic: String? = nil) throws -> Bool {
        client.authorize(try client.token(generic: generic)).element("authzToken") != nil
    }

    @Test("A reset restarts one device's pass, and no other", arguments: ["v3/reset", "v2/reset", "v2.1/reset"])
    func device(_ path: String) throws {
        let (basic, _) = try used()
        #expect(try !works(basic[0]))
        var fields: HTTPFields = path == "v2/reset" ? [:] : try bearer(basic[0].site)
        if path != "v3/reset" { fields.append("ApiKey", "any") }
        let answer = try reset(
            basic[0].site, [("requestor_id", "REF30"), ("mvpd_id", "TempPass"), ("device_id", "one")], path, fields)
        #expect(answer.status == .noContent && answer.body.isEmpty)
        #expect(try works(basic[0]))
        #expect(try !works(basic[1]))
    }

    @Test("A reset with all or no device restarts them all, of that requestor and pass only", arguments: ["all", nil])
    func allDevices(_ device: String?) throws {
        let (basic, promotional) = try used()
        let query = [("requestor_id", "REF30"), ("mvpd_id", "TempPass")] + (device.map { [("device_id", $0)] } ?? [])
        let site = basic[0].site
        _ = try reset(site, [("requestor_id", "DEMO_NET"), ("mvpd_id", "TempPass")])
        #expect(try !works(basic[0]))
        #expect(try reset(site, query).status == .noContent)
        #expect(try works(basic[0]) && works(basic[1]))
        #expect(try !works(promotional[0].0, promotional[0].1))
    }

    @Test("A reset restarts an identity's pass on its devices too, and all identities' without a key")
    func identities() throws {
        let (basic, promotional) = try used()
        let site = basic[0].site
        let query = [("requestor_id", "REF30"), ("mvpd_id", "PromoPass")]
        #expect(try reset(site, query + [("key", "ada")], "v3/reset/generic").status == .noContent)
        #expect(try works(promotional[0].0, promotional[0].1))
        #expect(try !works(promotional[1].0, promotional[1].1))
        #expect(try reset(site, query + [("key", "all")], "v3/reset/generic").status == .noContent)
        #expect(try works(promotional[1].0, promotional[1].1))
        #expect(try !works(basic[0]))
    }

    @Test("Tokens from before a reset are valid again until their expiry, and then cause pendingLogout")
    func tokensFromBefore() throws {
        let client = NativeClient(site: try TestSite(), requestor: "REF30", mvpd: "TempPass")
        let token = try client.token()
        let decision = try #require(client.authorize(token).element("authzToken"))
        let query = [("requestor_id", "REF30"), ("mvpd_id", "TempPass")]
        client.site.clock?.advance(by: .seconds(300))
        #expect(try reset(client.site, query).status == .noContent)
        #expect(client.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
        let renewed = try #require(client.authorize(token).element("authzToken"))
        #expect(renewed.contains("<simpleTokenTTL>2031/05/14 08:15:00 GMT +0000</simpleTokenTTL>"))
        client.site.clock?.advance(by: .seconds(600))
        #expect(try reset(client.site, query).status == .noContent)
        #expect(client.authorize(token).text == Documented.pendingLogout)
    }

    @Test("The caller must be known: 401 without a token or key, 403 for a client that isn't registered")
    func callers() throws {
        let site = try TestSite()
        let query = [("requestor_id", "REF30"), ("mvpd_id", "TempPass")]
        let both = try bearer(site)
        for (path, fields) in [
            ("v3/reset", [:]), ("v3/reset/generic", [:]), ("v3/reset", [.authorization: "Bearer x"]),
            ("v3/reset", ["ApiKey": "any"]), ("v2/reset", both), ("v2.1/reset", both),
            ("v2.1/reset", ["ApiKey": "any"]),
        ] as [(String, HTTPFields)] {
            let answer = try reset(site, query, path, fields)
            #expect(answer.status == .unauthorized && answer.text == #"{"error":"access_denied"}"#, "\(path)")
        }
        let strict = try TestSite { $0.unknownClients = .refuse }
        let refused = try reset(strict, query, "v3/reset", both)
        #expect(refused.status == .forbidden && refused.text == #"{"error":"invalid_client"}"#)
    }

    @Test(
        "An MVPD that isn't a temporary pass is 400",
        arguments: [
            "requestor_id=REF30", "mvpd_id=TempPass", "requestor_id=REF30&mvpd_id=Adobe",
            "requestor_id=REF30&mvpd_id=Nothing", "requestor_id=REF30&mvpd_id=TempPass&device_id=%00",
            "requestor_id=REF30&mvpd_id=TempPass&device_id=a&device_id=b",
        ])
    func malformed(_ query: String) throws {
        let site = try TestSite()
        let answer = site.send(site.request(.delete, "/reset-tempass/v3/reset?\(query)", try bearer(site)))
        #expect(answer.status == .badRequest && answer.text.hasPrefix(#"{"error":"invalid_request""#))
    }
}
