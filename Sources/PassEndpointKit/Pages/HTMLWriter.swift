import PassCore
import PassXML

/// Writes HTML whose markup comes only from literals in the source: names are `StaticString`, and every value is
/// escaped.
///
/// ```swift
/// let html = HTMLWriter.bytes { $0.element("p", [("class", "name")], mvpd.displayName) }
/// ```
package struct HTMLWriter: ~Copyable {
    private var out: ByteWriter

    private init(capacity: Int) {
        out = ByteWriter(capacity: capacity)
    }

    /// Returns the HTML that `write` writes.
    ///
    /// - Parameter capacity: the initial room in bytes; the default suffices for the content of most pages.
    package static func bytes(capacity: Int = 512, _ write: (inout HTMLWriter) -> Void) -> [UInt8] {
        var html = HTMLWriter(capacity: capacity)
        write(&html)
        return html.out.bytes
    }

    /// Appends markup without escaping it.
    package mutating func markup(_ markup: StaticString) {
        out.append(markup)
    }

    /// Appends text, escaped; characters that HTML can't hold, such as U+0000, become U+FFFD.
    package mutating func text(_ text: String) {
        XMLEscaping.append(text, to: &out, .text)
    }

    /// Appends HTML that another writer has made.
    package mutating func append(_ html: [UInt8]) {
        out.append(html)
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

    /// Appends an element that never has content, such as `meta`: a start tag alone.
    package mutating func void(_ name: StaticString, _ attributes: [(StaticString, String)]) {
        open(name, attributes)
        markup(">")
    }

    /// Appends an `input` as clients with regular expressions find it: with a space before and a slash at the end.
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
