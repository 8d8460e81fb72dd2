import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import Testing

@Suite("Pages")
struct PageTests {
    @Test("A page loads nothing and allows exactly the style sheet that it holds")
    func policy() throws {
        let response = ErrorPage("The form was empty.").response()
        let style = try #require(response.text.firstMatch(of: /<style>((?:.|\n)*?)<\/style>/)).1
        let hash = Base64.encode(Digest.sha256(style.utf8))
        let expected = "default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none'"
        #expect(response.fields["Content-Security-Policy"] == expected)
        #expect(response.fields["Referrer-Policy"] == "no-referrer")
        #expect(response.fields["X-Content-Type-Options"] == "nosniff")
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.fields[.contentType] == "text/html;charset=UTF-8")
        #expect(!response.text.contains("style=\""))
    }

    @Test("A page that posts its form allows exactly the script that it holds")
    func scriptPolicy() throws {
        let response = FormPage(action: "https://a.example/", fields: []).response()
        let script = try #require(response.text.firstMatch(of: /<script>(.*?)<\/script>/)).1
        let hash = Base64.encode(Digest.sha256(script.utf8))
        let policy = try #require(response.fields["Content-Security-Policy"])
        #expect(policy.contains("script-src 'sha256-\(hash)';"))
        #expect(!policy.contains("form-action"), "it would stop redirects to an app's scheme after the post")
        #expect(!policy.contains("frame-ancestors"), "clients show these pages in frames")
    }

    @Test("Each script is allowed by the hash of its own text, and can't end its element early")
    func scriptHashes() throws {
        for script in PageScript.all {
            #expect(script.hash == Base64.encode(Digest.sha256("\(script.text)".utf8)), "\(script.text)")
            #expect(!"\(script.text)".contains("</"))
            let page = MessagePage("One moment", "Wait.", script: script).response()
            #expect(page.text.contains("<script>\(script.text)</script>"))
            #expect(page.fields["Content-Security-Policy"]?.contains("script-src 'sha256-\(script.hash)';") == true)
        }
    }

    @Test("Values are text and never markup", arguments: [#"<script>alert("1")</script>"#, "A&B <Cable>", "\"'><b>"])
    func escaping(_ hostile: String) {
        let escaped = hostile.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        let brand = Brand(MVPD(id: "X", displayName: hostile))
        let page = ErrorPage(hostile, title: hostile, brand: brand).response().text
        #expect(page.contains("<title>\(escaped) – \(escaped)</title>"))
        #expect(page.contains("<h1>\(escaped)</h1>\n<p>\(escaped)</p>"))
        #expect(!page.contains(hostile))
        let form = FormPage(action: hostile, fields: [(hostile, hostile)]).response().text
        let quoted = escaped.replacing("\"", with: "&quot;")
        #expect(form.contains(#"<form action="\#(quoted)" method="post">"#))
        #expect(form.contains(#"name="\#(quoted)" value="\#(quoted)"/>"#))
    }

    @Test("A character that HTML can't hold is replaced")
    func controlCharacters() {
        #expect(ErrorPage("a\0b").response().text.contains("<p>a\u{FFFD}b</p>"))
    }

    @Test("Only the start of a long sentence is shown")
    func longSentence() {
        let whole = String(repeating: "ä", count: 300)
        #expect(ErrorPage(whole).response().text.contains("<p>\(whole)</p>"))
        #expect(ErrorPage(whole + "ä").response().text.contains("<p>\(whole)…</p>"))
        let page = ErrorPage(String(repeating: "ä", count: 100_000)).response()
        #expect(page.status == .badRequest)
        #expect(page.text.contains("<p>\(String(repeating: "ä", count: 300))…</p>"))
    }

    @Test("A page has one heading and the landmarks of a document")
    func landmarks() throws {
        let page = NoticePage.backAtApp([("code", "a<b"), ("state", "")]).response()
        #expect(page.status == .ok)
        for tag in ["<html lang=\"en\">", "<header>", "<main>", "<footer>", "<h1>"] {
            #expect(page.text.matches(of: try Regex(tag)).count == 1, "\(tag)")
        }
        #expect(page.text.contains("<dt>code</dt><dd>a&lt;b</dd><dt>state</dt><dd>(empty)</dd>"))
    }

    @Test("A notice may lead back to an app's scheme")
    func link() {
        let page = NoticePage("Done", "Go back.", link: ("Back to the app", "adobepass://ios.app?a=1&b=2")).response()
        #expect(page.text.contains(#"<a class="button" href="adobepass://ios.app?a=1&amp;b=2">Back to the app</a>"#))
    }
}

@Suite("Brands")
struct BrandTests {
    @Test(
        "Initials are the first letters of the first two words",
        arguments: [
            ("Acme Cable", "AC"), ("AcmeCable", "AC"), ("A&B <Cable>", "AB"), ("Adobe", "A"), ("émile über", "ÉÜ"),
            ("9 Now", "9N"), ("éÜber", "ÉÜ"), ("日本 テレビ", "日テ"), ("Canal+ España", "CE"), ("<>", "?"), ("", "?"),
        ])
    func initials(_ name: String, _ initials: String) {
        #expect(Brand(name: name).initials == initials)
    }

    @Test("Each colour of the list is the style sheet's")
    func colours() {
        let page = ErrorPage("").response().text
        for (index, hue) in Stylesheet.hues.enumerated() { #expect(page.contains(".hue-\(index){--light:\(hue);")) }
    }

    @Test("A provider's colour depends on its identifier alone")
    func hue() {
        let named = Brand(MVPD(id: "AcmeCable", displayName: "Acme"))
        #expect(named.hue == Brand(MVPD(id: "AcmeCable")).hue)
        #expect(Set(["Adobe", "AcmeCable", "MetaCable", "AmpCable"].map { Brand(MVPD(id: $0)).hue }).count > 1)
        #expect(Brand.service.hue == nil)
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
