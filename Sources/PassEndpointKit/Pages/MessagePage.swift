package import PassHTTP

/// A page that does nothing but tell another page in the browser where things stand, by `postMessage`.
///
/// Whoever waits for the message closes the frame or window, so people hardly see it; the sentence is for those who do.
package struct MessagePage: Sendable {
    package var title: String
    package var sentence: String
    package var script: PageScript

    package init(_ title: String, _ sentence: String, script: PageScript) {
        self.title = title
        self.sentence = sentence
        self.script = script
    }

    package func response() -> HTTPResponse {
        Page(title: title, script: script) { html in
            html.element("h1", title)
            html.markup("\n")
            html.element("p", sentence)
        }.response()
    }
}
