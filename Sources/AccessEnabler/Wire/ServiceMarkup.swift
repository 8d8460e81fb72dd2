internal import PassXML

/// A small XML answer of the service, also one that isn't well-formed.
///
/// Well-formed bodies are read as XML. In others the text between two tags without attributes is taken, and its escapes of `&`,
/// `<` and `>` are undone.
struct ServiceMarkup {
    private let root: XMLElement?
    /// Empty when there is a tree.
    private let text: String

    /// - Parameter body: bounded by the caller; one that isn't UTF-8 says nothing.
    init(_ body: [UInt8]) {
        root = try? XMLReader.parse(body, limits: .lenientNamespaces)
        text = root == nil ? (String(validating: body, as: UTF8.self) ?? "") : ""
    }

    func hasRoot(_ name: String) -> Bool {
        if let root { return root.name == name }
        return text.trimmed.hasPrefix("<\(name)>")
    }

    /// The text of a child of the root, without the white space around it; `nil` when there is no such child or root.
    func text(of name: String, in parent: String) -> String? {
        guard hasRoot(parent) else { return nil }
        if let root { return root.first(name)?.text.trimmed }
        guard let start = text.firstRange(of: "<\(name)>"),
            let end = text[start.upperBound...].firstRange(of: "</\(name)>")
        else { return nil }
        return Self.unescaped(text[start.upperBound..<end.lowerBound].trimmed)
    }

    /// The reason of a `pendingLogout` that says `true`, empty where it gives none.
    var pendingLogout: String? {
        guard let root else { return nil }
        let element = root.name == "pendingLogout" ? root : root.first("pendingLogout")
        guard let element, element.text.trimmed == "true" else { return nil }
        return element[attribute: "reason"] ?? ""
    }

    private static func unescaped(_ text: String) -> String {
        // The ampersand last, so that an escaped escape stays one.
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
}
