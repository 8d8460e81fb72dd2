package import PassHTTP

/// The layout of every page that the simulator shows to people.
///
/// A page is whole in one response: it loads nothing, works without script, and its policy (Content Security Policy
/// Level 3) allows exactly the style sheet and, where there is one, the script that it holds. Two directives are left out
/// on purpose: `form-action`, because browsers apply it to the redirects after a post too, and those end at an app's own
/// scheme; `frame-ancestors`, because clients show login pages in frames.
package struct Page: Sendable {
    /// The start of the document's title; the brand follows.
    package var title: String
    package var brand: Brand
    /// Where the browser goes on by itself, as an absolute URL; `nil` stays.
    package var refresh: String?
    /// What the page does as soon as it is there; it stands at the end of the content.
    package var script: PageScript?
    let main: HTMLWriter
    /// The line below, which says what this is.
    package var footer: HTMLWriter

    /// - Parameter main: writes the content, which has exactly one `h1`.
    package init(
        title: String, brand: Brand = .service, refresh: String? = nil, script: PageScript? = nil,
        main: (inout HTMLWriter) -> Void
    ) {
        self.title = title
        self.brand = brand
        self.refresh = refresh
        self.script = script
        var html = HTMLWriter()
        main(&html)
        self.main = html
        footer = HTMLWriter()
        footer.text("This is a simulator, not the real service.")
    }

    package func response(_ status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(
            status,
            fields: [
                .contentType: "text/html;charset=UTF-8",
                .cacheControl: "no-store",
                "Content-Security-Policy": policy,
                "Referrer-Policy": "no-referrer",
                "X-Content-Type-Options": "nosniff",
            ], body: document)
    }

    private var policy: String {
        let scripts = script.map { "script-src 'sha256-\($0.hash)'; " } ?? ""
        return "default-src 'none'; style-src 'sha256-\(Stylesheet.hash)'; \(scripts)base-uri 'none'"
    }
}
