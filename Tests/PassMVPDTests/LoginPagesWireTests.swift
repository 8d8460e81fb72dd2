import PassHTTP
import PassTestSupport
import Testing

/// The pages between a request and its answer, compared with bytes that were written by hand.
@Suite("Login pages on the wire")
struct LoginPagesWireTests {
    @Test(
        "Each page has the documented bytes",
        arguments: [
            ("two-pages-begin", "TwoPageTV"), ("two-pages-first", "TwoPageTV"), ("two-pages-second", "TwoPageTV"),
            ("two-pages-wrong-password", "TwoPageTV"), ("meta-refresh", "RefreshTV"), ("script-redirect", "ScriptTV"),
            ("bookend-begin", "BookendTV"), ("bookend-first", "BookendTV"), ("bookend-signed-in", "BookendTV"),
            ("bookend-last", "BookendTV"), ("json-page", "JSONTV"), ("json-success", "JSONTV"),
            ("json-failed", "JSONTV"), ("json-invalid", "JSONTV"), ("consent", "ConsentTV"),
        ])
    func page(_ name: String, _ site: String) throws {
        let mvpd = try TestMVPD.make()
        let query = try mvpd.query()
        let login = try #require(try mvpd.get("/_sim/mvpd/\(site)/sso?\(query)").sealed.first)
        let posted = try mvpd.post(
            "/_sim/mvpd/\(site)/login", [("login", login), ("username", "user"), ("password", "password")])
        // Only providers with a page after the password have such a login.
        let signed = posted.sealed.first { $0 != login }
        func filled(_ text: String) -> String {
            text.replacing("QUERY", with: query).replacing("LOGIN", with: login)
                .replacing("SIGNED", with: signed ?? "SIGNED")
        }
        let request = try WireExchange("MVPD/\(name)").request
        let body = filled(String(decoding: request.body, as: UTF8.self))
        let response = mvpd.respond(to: request.with(target: filled(request.target), body: Array(body.utf8)))
        var text = String(decoding: WireExchange.text(of: response), as: UTF8.self).replacing(login, with: "LOGIN")
        for sealed in response.sealed { text = text.replacing(sealed, with: "SIGNED") }
        text = text.replacing(/<style>(?:.|\n)*<\/style>/, with: "<style></style>")
            .replacing(/style-src 'sha256-[^']+'/, with: "style-src 'sha256-STYLE'")
            .replacing(/script-src 'sha256-[^']+'/, with: "script-src 'sha256-SCRIPT'")
        if text.hasSuffix("\n") { text.removeLast() }
        #expect(text == (try Fixture.line("Wire/MVPD/\(name)/response.http")))
    }
}
