extension Page {
    /// The page's HTML, from the doctype to the last tag.
    var document: HTML {
        HTML(capacity: 8_192) { html in
            html.markup("<!DOCTYPE html>\n")
            html.element("html", [("lang", "en")]) { html in
                html.markup("\n")
                html.element("head") { writeHead(to: &$0) }
                html.markup("\n")
                html.element("body", brand.hue.map { [("class", "hue-\($0)")] } ?? []) { writeBody(to: &$0) }
                html.markup("\n")
            }
            html.markup("\n")
        }
    }

    private func writeHead(to html: inout HTMLWriter) {
        html.markup("\n<meta charset=\"utf-8\">\n")
        if let refresh {
            html.void("meta", [("http-equiv", "refresh"), ("content", "0;url=\(refresh)")])
            html.markup("\n")
        }
        html.element("title", "\(title) – \(brand.name)")
        html.markup(
            """

            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <style>
            """)
        html.markup(Stylesheet.text)
        html.markup("</style>\n")
    }

    private func writeBody(to html: inout HTMLWriter) {
        html.markup("\n")
        html.element("header") { html in
            html.element("span", [("class", "mark"), ("aria-hidden", "true")], brand.initials)
            html.element("span", brand.name)
        }
        html.markup("\n")
        html.element("main") { html in
            html.markup("\n")
            html.append(main)
            html.markup("\n")
            if let script {
                html.script(script)
                html.markup("\n")
            }
        }
        html.markup("\n")
        html.element("footer") { $0.append(footer) }
        html.markup("\n")
    }
}
