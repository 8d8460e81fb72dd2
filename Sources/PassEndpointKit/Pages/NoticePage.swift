package import PassHTTP

/// The page at the end of a redirect chain, for a login or logout that doesn't end on a page of the programmer.
package struct NoticePage: Sendable {
    /// The maximum number of facts that the page shows.
    package static let mostFacts = 64
    /// The maximum number of code points of a name or value that the page shows.
    package static let longestFact = 1024

    package var title: String
    package var sentence: String
    /// The parameters that came back, shown by name: at most `mostFacts` of them, each name and value cut to
    /// `longestFact` code points.
    package var facts: [(name: String, value: String)]
    /// The link onward, for browsers that don't follow redirects to an app's scheme; its URL must have been checked.
    package var link: (title: String, url: String)?
    package var brand: Brand
    /// Whether the page has a hidden form that leads back to the page itself.
    ///
    /// Some clients without a browser (yt-dlp) post the first form of each page, as many times as a login with a
    /// password needs. If the MVPD asks for no password, they arrive here early and continue with this form. A
    /// programmer's page would also have a form for them.
    package var hasForm = false

    package init(
        _ title: String, _ sentence: String, facts: [(name: String, value: String)] = [],
        link: (title: String, url: String)? = nil, brand: Brand = .service
    ) {
        self.title = title
        self.sentence = sentence
        self.facts = facts
        self.link = link
        self.brand = brand
    }

    /// Returns the landing page, where logins and logouts that name no other place end.
    ///
    /// - Parameter facts: the parameters of the browser's request.
    package static func backAtApp(_ facts: [(name: String, value: String)] = []) -> NoticePage {
        var page = NoticePage(
            "You are back at the app", "The provider has finished. You can close this page.", facts: facts)
        page.hasForm = true
        return page
    }

    package static let signedIn = NoticePage(
        "You are signed in", "Return to the app where you started. You can close this page.")

    package static let notSignedIn = NoticePage("You are not signed in", "Return to the app where you started.")

    package func response(_ status: HTTPStatus = .ok) -> HTTPResponse {
        Page(title: title, brand: brand) { html in
            if hasForm {
                html.element("div", [("hidden", "")]) { $0.form(action: "?", hidden: []) { _ in } }
                html.markup("\n")
            }
            html.element("h1", title)
            html.markup("\n")
            html.element("p", sentence)
            if !facts.isEmpty { html.element("dl") { writeFacts(to: &$0) } }
            if let link { html.element("a", [("class", "button"), ("href", link.url)], link.title) }
        }.response(status)
    }

    private func writeFacts(to html: inout HTMLWriter) {
        for fact in facts.prefix(Self.mostFacts) {
            html.element("dt", Self.shown(fact.name))
            html.element("dd", fact.value.isEmpty ? "(empty)" : Self.shown(fact.value))
        }
        if facts.count > Self.mostFacts {
            html.element("dt", "…")
            html.element(
                "dd",
                "\(facts.count - Self.mostFacts) more "
                    + "\(facts.count - Self.mostFacts == 1 ? "value is" : "values are") not shown.")
        }
    }

    /// Returns the text, cut if it is longer than `longestFact`, with a note of its length.
    private static func shown(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(longestFact)
        guard start.endIndex < text.endIndex else { return text }
        return "\(String(start))… (cut off, \(text.utf8.count) bytes in total)"
    }
}
