import PassCore
import PassXML

/// HTML that an `HTMLWriter` has written, so its markup comes only from literals in the source.
///
/// ```swift
/// let html = HTML { $0.element("p", [("class", "name")], mvpd.displayName) }
/// ```
package struct HTML: Sendable {
    let bytes: [UInt8]

    /// Creates the HTML that `write` writes.
    ///
    /// - Parameter capacity: the initial room in bytes; the default suffices for the content of most pages.
    package init(capacity: Int = 512, _ write: (inout HTMLWriter) -> Void) {
        var writer = HTMLWriter(capacity: capacity)
        write(&writer)
        bytes = writer.out.bytes
    }
}

/// Writes HTML: names are `StaticString`, and every value is escaped.
package struct HTMLWriter: ~Copyable {
    fileprivate var out: ByteWriter

    fileprivate init(capacity: Int) {
        out = ByteWriter(capacity: capacity)
    }

    /// Appends markup without escaping it.
    package mutating func markup(_ markup: StaticString) {
        out.append(markup)
    }

    /// Appends text, escaped; characters that HTML can't hold, such as U+0000, become U+FFFD.
    package mutating func text(_ text: String) {
        XMLEscaping.append(text, to: &out, .text)
    }

    /// Appends HTML that another writer has written.
    package mutating func append(_ html: HTML) {
        out.append(html.bytes)
    }

    /// Appends an element with a start and an end tag.
    package mutating func element(
        _ name: StaticString, _ attributes: [(StaticString, String)] = [], _ content: (inout HTMLWriter) -> Void
    ) {
        open(name, attributes)
        markup(">")
        content(&self)
        markup("</")
        markup(name)
        markup(">")
    }

    /// Appends an element that contains only text.
    package mutating func element(_ name: StaticString, _ text: String) {
        element(name) { $0.text(text) }
    }

    /// Appends an element that has attributes and contains only text.
    package mutating func element(_ name: StaticString, _ attributes: [(StaticString, String)], _ text: String) {
        element(name, attributes) { $0.text(text) }
    }

    /// Appends an element that never has content, such as `meta`: only a start tag.
    package mutating func void(_ name: StaticString, _ attributes: [(StaticString, String)]) {
        open(name, attributes)
        markup(">")
    }

    /// Appends an `input` in the form that clients' regular expressions match: with a space before it and a slash at
    /// its end.
    package mutating func input(_ attributes: [(StaticString, String)]) {
        markup(" ")
        open("input", attributes)
        markup("/>")
    }

    /// Appends a form that is sent by POST.
    ///
    /// Clients that read pages with regular expressions need `action` before `method`. They also need one hidden input
    /// per line, with `type`, `name`, `value` in that order (legacy protocol, "SAML details").
    package mutating func form(
        action: String, hidden: [(name: String, value: String)], _ content: (inout HTMLWriter) -> Void
    ) {
        element("form", [("action", action), ("method", "post")]) { html in
            for field in hidden {
                html.markup("\n")
                html.input([("type", "hidden"), ("name", field.name), ("value", field.value)])
            }
            html.markup("\n")
            content(&html)
        }
    }

    /// Appends a script without escaping it, since browsers decode no escapes there.
    package mutating func script(_ script: PageScript) {
        markup("<script>")
        out.append(script.text)
        markup("</script>")
    }

    private mutating func open(_ name: StaticString, _ attributes: [(StaticString, String)]) {
        markup("<")
        markup(name)
        for (attribute, value) in attributes {
            markup(" ")
            markup(attribute)
            markup("=\"")
            XMLEscaping.append(value, to: &out, .attribute)
            markup("\"")
        }
    }
}
