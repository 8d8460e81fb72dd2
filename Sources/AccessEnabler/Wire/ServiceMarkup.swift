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
        return trimmed(text[...]).hasPrefix("<\(name)>")
    }

    /// The text of a child of the root, without the white space around it; `nil` when there is no such child or root.
    func text(of name: String, in parent: String) -> String? {
        guard hasRoot(parent) else { return nil }
        if let root { return root.first(name).map { String(trimmed($0.text[...])) } }
        guard let start = text.firstRange(of: "<\(name)>"),
            let end = text[start.upperBound...].firstRange(of: "</\(name)>")
        else { return nil }
        return Self.unescaped(trimmed(text[start.upperBound..<end.lowerBound]))
    }

    /// The reason of a `pendingLogout` that says `true`, empty where it gives none.
    var pendingLogout: String? {
        guard let root else { return nil }
        let element = root.name == "pendingLogout" ? root : root.first("pendingLogout")
        guard let element, trimmed(element.text[...]) == "true" else { return nil }
        return element[attribute: "reason"] ?? ""
    }

    private func trimmed(_ text: Substring) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }

    private static func unescaped(_ text: Substring) -> String {
        // The ampersand last, so that an escaped escape stays one.
        String(text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&"))
    }
}
