import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Pages that post to another page")
struct BrowserPageTests {
    @Test(
        "Each page posts its message from a script that its policy allows",
        arguments: [
            ("/adobe-services/completePassiveAuthentication", #"parent.postMessage("PASSIVE_AUTHN_COMPLETE", "*")"#),
            (
                "/adobe-services/1.0/completePassiveAuthentication",
                #"parent.postMessage("PASSIVE_AUTHN_COMPLETE", "*")"#
            ),
            ("/adobe-services/completeBackgroundLogin", #".postMessage("LOGIN_COMPLETE", "*")"#),
            ("/entitlement/v4/completeBackgroundLogin.html", #".postMessage("LOGIN_COMPLETE", "*")"#),
            ("/entitlement/js/completeBackgroundLogout.html", #".postMessage("LOGOUT_COMPLETE", "*")"#),
            ("/entitlement/v4/AccessEnablerProxy.html", #".postMessage("PROXY_LOADED", "*")"#),
        ])
    func message(_ path: String, _ message: String) throws {
        for query in ["", "?_=1735689600000", "?%zz=%FF"] {
            let page = try TestSite().get(path + query)
            #expect(page.status == .ok && page.fields[.contentType] == "text/html;charset=UTF-8")
            let script = try #require(page.text.firstMatch(of: /<script>(.*?)<\/script>/)).1
            #expect(script.hasSuffix(message))
            let hash = Base64.encode(Digest.sha256(script.utf8))
            let policy = try #require(page.fields["Content-Security-Policy"])
            #expect(policy.contains("script-src 'sha256-\(hash)';") && !policy.contains("frame-ancestors"))
        }
    }

    @Test(
        "The SDK's scripts exist, are empty, and say what they are",
        arguments: ["AccessEnabler.js", "AccessEnablerProxy.js"])
    func script(_ file: String) throws {
        var site = try TestSite()
        for host in [
            "127.0.0.1:8080", "entitlement.auth.adobe.com", "entitlement.auth-staging.adobe.com", "test.auth.adobe.com",
        ] {
            site.authority = host
            for folder in ["v4", "js", "v3"] {
                let answer = site.get("/entitlement/\(folder)/\(file)")
                #expect(answer.status == .ok && answer.fields[.contentType] == "application/javascript")
                #expect(answer.text.contains("pass-simulator") && answer.text.contains("Adobe's"))
                #expect(answer.text.split(separator: "\n").allSatisfy { $0.hasPrefix("// ") })
            }
        }
        #expect(site.get("/entitlement/v4/nothing.js").status == .notFound)
        #expect(site.get("/entitlement/AccessEnabler.js").status == .notFound)
    }

    @Test("A passive attempt ends at its page, and the session then has no user")
    func passive() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let back = "http://127.0.0.1:8080/adobe-services/completePassiveAuthentication"
        var answer = try browser.open(
            "/adobe-services/authenticate/saml?requestor_id=TEST_REQUESTOR&mso_id=PassiveTV&passive=true&redirect_url="
                + PercentEncoding.encode(back))
        // To the MVPD, and back to the service.
        for _ in 0..<2 {
            let form = try #require(TestBrowser.Form(answer.text))
            answer = try browser.open(form.action, posting: form.fields)
        }
        #expect(answer.location == back)
        #expect(try browser.open(back).status == .ok)
        #expect(NativeClient(site: site).session(browser.cookieField).status == .unauthorized)
    }

    @Test("A temporary pass in the background may name about:blank, under every rule for redirects")
    func backgroundPass() throws {
        for strict in [false, true] {
            let site = try TestSite { $0.redirects = strict ? .registered : .open }
            var browser = TestBrowser(site)
            let answer = try browser.open(
                "/adobe-services/authenticate/saml?requestor_id=TEST_REQUESTOR&mso_id=TempPass&noflash=true"
                    + "&no_iframe=true&domain_name=adobe.com&iframe_required=true&redirect_url=about:blank")
            #expect(answer.status == .found && answer.location == "about:blank")
            #expect(WebClient(site: site, mvpd: "TempPass").session(browser.cookieField).element("authnToken") != nil)
        }
    }

    @Test("The cookie domains are those of the login pages, here or spoofed")
    func cookieDomains() throws {
        var site = try TestSite {
            $0.mvpds["AcmeCable"]?.host = "login.acme.example"
            $0.mvpds["HubTV"]?.host = "login.hub.example"
            $0.requestors["SMALL"] = .init(mvpds: ["AcmeCable": .init(), "TownCable": .init(), "TempPass": .init()])
        }
        let path = "/adobe-services/cookieDomains"
        let here = site.get(path, [("requestor_id", "SMALL")])
        #expect(here.text == #"{"AcmeCable":["127.0.0.1"],"TownCable":["127.0.0.1"],"TempPass":[]}"#)
        #expect(here.fields[.contentType] == "application/json;charset=UTF-8")
        site.authority = "sp.auth.adobe.com"
        let spoofed = site.get(path, [("requestor_id", "SMALL")])
        let town = #""TownCable":["login.mvpd.example","login.hub.example"]"#
        #expect(spoofed.text == #"{"AcmeCable":["login.acme.example"],\#(town),"TempPass":[]}"#)
        let all = try JSONValue.parse(site.get(path).body)
        #expect(all.objectValue?.count == site.world?.catalog.mvpds.count)
    }

    @Test("The cookie domains of an unknown requestor are refused where those are refused")
    func cookieDomainsRefused() throws {
        let site = try TestSite { $0.unknownRequestors = .refuse }
        let path = "/adobe-services/cookieDomains?requestor_id="
        let unknown = site.get(path + "NOBODY")
        #expect(unknown.status == .badRequest && unknown.text.contains(#""error":"invalid_request""#))
        for bad in ["%zz", "a&requestor_id=b", String(repeating: "a", count: 129), "%00"] {
            #expect(site.get(path + bad).text == #"{"error":"invalid_request"}"#, "\(bad)")
        }
    }

    @Test(
        "A report of any shape is accepted; a long one and a refused caller aren't",
        arguments: ["", "%zz=%FF", "{", "<x>"])
    func errors(_ body: String) throws {
        let site = try TestSite()
        for type in ["application/x-www-form-urlencoded", "application/json", "text/plain"] {
            let answer = site.send(
                site.request(.post, "/adobe-services/errors", [.contentType: type], body: Array(body.utf8)))
            #expect(answer.status == .ok && answer.body.isEmpty)
            #expect(answer.fields[.contentType] == "text/plain;charset=UTF-8")
        }
        let long = [UInt8](repeating: 0x61, count: 65_537)
        #expect(site.send(site.request(.post, "/adobe-services/errors", body: long)).status == .contentTooLarge)
        #expect(
            site.send(site.request(.post, "/adobe-services/1.0/errors", body: Array(long.dropLast()))).status == .ok)
        let refused = site.send(site.request(.post, "/adobe-services/errors", [.authorization: "Bearer x"]))
        #expect(refused.status == .unauthorized && refused.text == #"{"error":"access_denied"}"#)
    }
}
