/// A small XML answer of the service, which may not be well-formed.
///
/// A well-formed body is parsed as XML. In any other body, an element is the text between its two tags, which must have
/// no attributes; `&amp;`, `&lt;` and `&gt;` are unescaped.
struct ServiceMarkup {
    /// The longest answer that is read, in bytes.
    static let longest = 1 << 20

    private let root: EntitlementXMLElement?
    /// The body as text; empty when the body was parsed as XML.
    private let text: String

    /// Reads a body.
    ///
    /// - Parameter body: the body, whose length the caller limits. A body that isn't UTF-8 counts as empty.
    init(_ body: [UInt8], using xml: any EntitlementXMLReader) {
        root = try? xml.read(body, limits: EntitlementXMLLimits())
        text = root == nil ? (String(validating: body, as: UTF8.self) ?? "") : ""
    }

    /// Whether the root element, or the first tag of a body that isn't well-formed, has that name.
    func hasRoot(_ name: String) -> Bool {
        if let root { return root.name == name }
        return text.trimmed.hasPrefix("<\(name)>")
    }

    /// Returns the text of a child of the root; `nil` when there is no such child or root.
    ///
    /// White space around the text is removed.
    func text(of name: String, in parent: String) -> String? {
        guard hasRoot(parent) else { return nil }
        if let root { return root.first(name)?.text.trimmed }
        guard let start = text.firstRange(of: "<\(name)>"),
            let end = text[start.upperBound...].firstRange(of: "</\(name)>")
        else { return nil }
        return Self.unescaped(text[start.upperBound..<end.lowerBound].trimmed)
    }

    /// The reason in a `pendingLogout` whose text is `true`, empty when the element gives no reason; `nil` without such
    /// an element.
    var pendingLogout: String? {
        guard let root else { return nil }
        let element = root.name == "pendingLogout" ? root : root.first("pendingLogout")
        guard let element, element.text.trimmed == "true" else { return nil }
        return element.attributes["reason"] ?? ""
    }

    private static func unescaped(_ text: String) -> String {
        // The ampersand comes last, so that `&amp;lt;` gives `&lt;` and not `<`.
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
}
