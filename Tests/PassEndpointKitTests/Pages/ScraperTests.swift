import PassEndpointKit
import PassHTTP
import Testing

/// The expressions by which clients without a browser read pages (legacy protocol, "SAML details").
@Suite("Pages as scrapers read them")
struct ScraperTests {
    private let form = FormPage(
        action: "https://idp.acme.example/sso?a=1&b=2",
        fields: [("SAMLRequest", "PHNhbWxwOk+/="), ("RelayState", "a1\"b2<c3>&")]
    ).response().text

    @Test("The form has the documented bytes")
    func shape() throws {
        let expected = """
            <form action="https://idp.acme.example/sso?a=1&amp;b=2" method="post">
             <input type="hidden" name="SAMLRequest" value="PHNhbWxwOk+/="/>
             <input type="hidden" name="RelayState" value="a1&quot;b2&lt;c3&gt;&amp;"/>
            <noscript><button type="submit">Continue</button></noscript>
            </form>
            <script>document.forms[0].submit()</script>
            """
        #expect(form.contains(expected))
    }

    @Test("The first form's action and the hidden inputs are found by expressions")
    func expressions() throws {
        let action = try #require(form.firstMatch(of: /<form[^>]+action=(["'])(.+?)\1/)).2
        #expect(action == "https://idp.acme.example/sso?a=1&amp;b=2")
        #expect(form.matches(of: /<input[^>]+>/).count == 2)
        #expect(form.contains(/name="SAMLRequest" value="PHNhbWxwOk\+\/="/))
        #expect(form.matches(of: /\ <input type="hidden" name="[^"]+" value="[^"]+"\/>/).count == 2)
    }

    @Test("A meta refresh is found by an expression that stops at either quote", arguments: ["x", "o'x"])
    func refresh(_ name: String) throws {
        let page = RefreshPage(url: "https://login.mvpd.example/sso?query=\(name)").response().text
        let pattern =
            /(?i)<meta\s+(?=(?:[a-z-]+="[^"]+"\s+)*http-equiv="refresh")(?:[a-z-]+="[^"]+"\s+)*?content="[0-9]{0,2};\s*(?:URL|url)='?([^'"]+)/
        let url = try #require(page.firstMatch(of: pattern)).1
        let expected = name.replacing("'", with: "%27")
        #expect(url == "https://login.mvpd.example/sso?query=\(expected)")
        #expect(page.contains("<a class=\"button\" href=\"https://login.mvpd.example/sso?query=\(expected)\">"))
    }
}
