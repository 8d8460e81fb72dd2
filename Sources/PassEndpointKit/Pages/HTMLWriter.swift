import PassXML

/// Writes HTML in which only literals of the source can be markup: names are `StaticString`, every value is escaped.
///
/// ```swift
/// var html = HTMLWriter()
/// html.element("p", [("class", "name")], mvpd.displayName)
/// ```
package struct HTMLWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    /// Room for most pages, which then needn't move as they grow.
    package init(capacity: Int = 512) {
        bytes.reserveCapacity(capacity)
    }

    /// Markup as it stands.
    package mutating func markup(_ markup: StaticString) {
        markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Text, escaped; characters that HTML can't hold, such as U+0000, become U+FFFD.
    package mutating func text(_ text: String) {
        XMLEscaping.append(text, to: &bytes, .text)
    }

    /// What another writer has written.
    package mutating func append(_ html: HTMLWriter) {
        bytes.append(contentsOf: html.bytes)
    }

    /// An element with a start and an end tag.
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

    /// An element that holds nothing but text.
    package mutating func element(_ name: StaticString, _ text: String) {
        element(name) { $0.text(text) }
    }

    package mutating func element(_ name: StaticString, _ attributes: [(StaticString, String)], _ text: String) {
        element(name, attributes) { $0.text(text) }
    }

    /// An element that never has content (`meta`): a start tag alone.
    package mutating func void(_ name: StaticString, _ attributes: [(StaticString, String)]) {
        open(name, attributes)
        markup(">")
    }

    /// An `input`, in the way that clients with regular expressions find it: a space before, a slash at the end.
    package mutating func input(_ attributes: [(StaticString, String)]) {
        markup(" ")
        open("input", attributes)
        markup("/>")
    }

    /// A form that is posted; clients that read pages with regular expressions need `action` before `method`, and its
    /// hidden inputs one a line with `type`, `name`, `value` in that order (legacy protocol, "SAML details").
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

    /// A script as it stands: nothing in it is escaped, since browsers undo no escapes there.
    package mutating func script(_ script: PageScript) {
        markup("<script>")
        bytes.append(contentsOf: script.text.utf8)
        markup("</script>")
    }

    private mutating func open(_ name: StaticString, _ attributes: [(StaticString, String)]) {
        markup("<")
        markup(name)
        for (attribute, value) in attributes {
            markup(" ")
            markup(attribute)
            markup("=\"")
            XMLEscaping.append(value, to: &bytes, .attribute)
            markup("\"")
        }
    }
}
