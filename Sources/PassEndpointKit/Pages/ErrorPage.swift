package import PassHTTP

/// The page for a browser's request that can't be answered. The page has no links.
package struct ErrorPage: Sendable {
    /// The fault, in one sentence; of a text of more than 300 characters only the start is shown.
    package var sentence: String
    package var title: String
    package var brand: Brand

    package init(_ sentence: String, title: String = "That did not work", brand: Brand = .service) {
        self.sentence = sentence
        self.title = title
        self.brand = brand
    }

    package func response(_ status: HTTPStatus = .badRequest) -> HTTPResponse {
        let shown = sentence.count > 300 ? sentence.prefix(300) + "…" : sentence
        return Page(title: title, brand: brand) { html in
            html.element("h1", title)
            html.markup("\n")
            html.element("p", shown)
        }.response(status)
    }
}
