package import PassHTTP

/// A page that sends the browser on by a meta refresh, as some providers put one before their login.
package struct RefreshPage: Sendable {
    /// An absolute URL.
    package var url: String
    package var brand: Brand

    package init(url: String, brand: Brand = .service) {
        self.url = url
        self.brand = brand
    }

    package func response() -> HTTPResponse {
        // A quote ends the URL for those who read the tag with a regular expression.
        let url = url.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "%27")
        return Page(title: "One moment", brand: brand, refresh: url) { html in
            html.element("h1", "One moment")
            html.markup("\n<p>You are being taken to the sign-in page.</p>\n")
            html.element("a", [("class", "button"), ("href", url)], "Continue")
        }.response()
    }
}
