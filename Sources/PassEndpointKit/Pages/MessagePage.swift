package import PassHTTP

/// A page that only notifies another page in the browser by `postMessage`, for example that a login is over.
///
/// The receiver closes the frame or window, so users rarely see the page and its sentence.
package struct MessagePage: Sendable {
    package var title: String
    /// The text for users whose frame or window stays open.
    package var sentence: String
    /// The script that posts the message.
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
