package import PassHTTP

/// The layout of every page that the simulator shows to users.
///
/// A page is complete in one response: it loads nothing and works without script. Its policy (Content Security Policy
/// Level 3) allows only its own style sheet and, where there is one, its own script. Two directives are left out on
/// purpose: `form-action`, because browsers also apply it to the redirects after a post, which may lead to an app's own
/// scheme; and `frame-ancestors`, because clients show login pages in frames.
package struct Page: Sendable {
    /// The start of the document's title; the brand's name follows.
    package var title: String
    package var brand: Brand
    /// The absolute URL to which the browser goes at once by a meta refresh; `nil` for none.
    package var refresh: String?
    /// The script that runs once the content is there; a page should work without it.
    package var script: PageScript?
    /// The content.
    let main: HTML
    /// The line at the bottom, which says that this is a simulator.
    package var footer: HTML

    /// Creates a page.
    ///
    /// - Parameter main: writes the content, which must have exactly one `h1`.
    package init(
        title: String, brand: Brand = .service, refresh: String? = nil, script: PageScript? = nil,
        main: (inout HTMLWriter) -> Void
    ) {
        self.title = title
        self.brand = brand
        self.refresh = refresh
        self.script = script
        self.main = HTML(main)
        footer = HTML { $0.text("This is a simulator, not the real service.") }
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
            ], body: document.bytes)
    }

    private var policy: String {
        "default-src 'none'; style-src 'sha256-\(Stylesheet.hash)'; \(script?.policy ?? "")base-uri 'none'"
    }
}
