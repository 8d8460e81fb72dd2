package import PassHTTP

/// A page that forwards the browser with a meta refresh; some MVPDs show one before their login page.
package struct RefreshPage: Sendable {
    /// The absolute URL to go to, without `&`: many clients that read the tag don't decode `&amp;`.
    package var url: String
    /// The form for clients that post each page's first form; if `nil`, the page has a link instead.
    package var form: (action: String, hidden: [(name: String, value: String)])?
    package var brand: Brand

    package init(
        url: String, form: (action: String, hidden: [(name: String, value: String)])? = nil, brand: Brand = .service
    ) {
        self.url = url
        self.form = form
        self.brand = brand
    }

    package func response() -> HTTPResponse {
        // A quote would end the URL for clients that read the tag with a regular expression.
        let url = url.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "%27")
        return Page(title: "One moment", brand: brand, refresh: url) { html in
            html.element("h1", "One moment")
            html.markup("\n<p>You are being taken to the sign-in page.</p>\n")
            if let form {
                html.form(action: form.action, hidden: form.hidden) { html in
                    html.markup("<button type=\"submit\">Continue</button>\n")
                }
            } else {
                html.element("a", [("class", "button"), ("href", url)], "Continue")
            }
        }.response()
    }
}
