import PassDomain
import Testing

@Suite("Redirect URLs")
struct RedirectRuleTests {
    private static let requestor = Requestor(
        id: "TEST_REQUESTOR", domains: ["adobe.com"], schemes: ["adobepass", "adbe.Kx3-7"])
    private let open = RedirectRule(redirects: .open, requestor: requestor)
    private let registered = RedirectRule(redirects: .registered, requestor: requestor)

    @Test(
        "Web addresses, custom schemes and about:blank are allowed",
        arguments: [
            "https://site.example/", "http://127.0.0.1:8080/_sim/done?a=b#c", "HTTPS://SITE.EXAMPLE",
            "adobepass://ios.app",
            "adbe.k3Demo-App77://adobe.com", "http://adobepass.ios.app/", "about:blank", "app+x.y-z:opaque",
            "http://[::1]:9/", "https://site.example:443/@not-user-info", "com.example.app:/oauth",
        ])
    func allowed(_ url: String) {
        #expect(throws: Never.self) { try open.check(url) }
    }

    @Test(
        "Scripts, local files, relative references, user info and control characters are refused",
        arguments: [
            "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd",
            "blob:https://x/1", "filesystem:http://x/", "about:config", "/relative", "//host/path", "relative", "",
            "https://user@host/", "https://user:pass@host/", "https:/host", "https:host", "https:x/host/", "https://",
            "http://:80/",
            "https://host\u{0}/", "https://host\r\nSet-Cookie: a=b", "https://ho st/", "https://host/\\evil",
            "java\nscript:alert(1)", " https://host/", "https://host:port/", "https://h%6Fst/", "1app://x", ":x",
            "adobepass://user@ios.app", "https://ünïcode.example/", "https://host/\u{7F}",
            "https://site.example/" + String(repeating: "a", count: 4096),
        ])
    func refused(_ url: String) {
        #expect(throws: EntitlementFailure.self) { try open.check(url) }
    }

    @Test(
        "Registered redirects allow the requestor's domains, their subdomains and its schemes",
        arguments: [
            "https://adobe.com/", "https://tve.adobe.com:8443/x", "http://ADOBE.com", "ADOBEPASS://ios.app",
            "adbe.kx3-7://adobe.com", "about:blank",
        ])
    func registeredAllowed(_ url: String) {
        #expect(throws: Never.self) { try registered.check(url) }
    }

    @Test(
        "Registered redirects refuse everything else",
        arguments: [
            "https://adobe.com.evil.example/", "https://notadobe.com/", "https://evil.example/adobe.com",
            "evil://adobe.com",
            "https://adobe.com@evil.example/", "about:blank?", "https://127.0.0.1/", "adobepass2://ios.app",
        ])
    func registeredRefused(_ url: String) {
        #expect(throws: EntitlementFailure.self) { try registered.check(url) }
    }

    @Test("A refusal repeats nothing of the address")
    func silent() {
        do {
            try open.check("javascript:secret")
            Issue.record("the address was allowed")
        } catch {
            guard case .redirectRefused(let reason) = error else {
                Issue.record("another failure: \(error)")
                return
            }
            #expect(!reason.contains("secret"))
        }
    }
}
