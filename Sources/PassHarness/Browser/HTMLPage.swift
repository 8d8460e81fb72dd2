/// The parts of an HTML page that a user, or the browser by itself, can act on.
struct HTMLPage {
    /// The text of `<title>`, or else of the first heading.
    private(set) var title = ""
    /// The text of the first element with the role `alert`, which says what was wrong with the user's input.
    private(set) var alert = ""
    private(set) var forms: [HTMLForm] = []
    /// The URL of a meta refresh.
    private(set) var refresh: String?
    /// The URL of the first link for browsers without script.
    private(set) var linkWithoutScript: String?
    /// The text of all scripts.
    private(set) var script = ""

    init(_ page: String) {
        var reader = Reader()
        for piece in HTMLScanner.pieces(of: page) { reader.take(piece) }
        self = reader.page
        for index in forms.indices where !forms[index].asks { forms[index].submitsItself = reader.submitsItself }
    }

    private init() {}

    /// The title and the alert, as a short description of the page.
    var words: String { alert.isEmpty ? title : "\(title): \(alert)" }

    private struct Reader {
        var page = HTMLPage()
        var submitsItself = false
        /// The name of the alert's element, until that element ends.
        private var alerting: String?
        private var open: [String] = []
        private var form: Int?

        mutating func take(_ piece: HTMLPiece) {
            switch piece {
            case .open(let name, let attributes):
                begin(name, attributes)
                if attributes["role"] == "alert", page.alert.isEmpty { alerting = name }
                if ["title", "h1", "script", "noscript"].contains(name) { open.append(name) }
            case .close(let name):
                if let place = open.lastIndex(of: name) { open.removeSubrange(place...) }
                if name == "form" { form = nil }
                if name == alerting { alerting = nil }
            case .text(let text):
                switch open.last {
                case "title": page.title = text.trimmed
                case "h1": if page.title.isEmpty { page.title = text.trimmed }
                case "script":
                    page.script += text
                    if text.contains(".submit(") || text.contains(".click(") { submitsItself = true }
                default: if alerting != nil, page.alert.isEmpty { page.alert = text.trimmed }
                }
            }
        }

        private mutating func begin(_ name: String, _ attributes: [String: String]) {
            switch name {
            case "meta" where attributes["http-equiv"]?.lowercased() == "refresh":
                page.refresh = page.refresh ?? Self.target(ofRefresh: attributes["content"] ?? "")
            case "body":
                if attributes["onload"]?.contains("submit") == true { submitsItself = true }
            case "a":
                if open.contains("noscript"), page.linkWithoutScript == nil {
                    page.linkWithoutScript = attributes["href"]
                }
            case "form":
                form = page.forms.count
                page.forms.append(HTMLForm(attributes))
            case "input", "button", "select", "option", "textarea":
                if let form { page.forms[form].add(name, attributes) }
            default: break
            }
        }

        /// Returns the URL of a refresh such as `0; url=…`.
        private static func target(ofRefresh content: String) -> String? {
            guard let mark = content[...].firstRange(ofASCII: "url=") else { return nil }
            let url = content[mark.upperBound...].trimmed
            return url.isEmpty ? nil : url.trimmingQuotes
        }
    }
}

/// A form: the fields that it sends without asking, and the fields that the user has to fill in.
struct HTMLForm: Equatable {
    /// The URL as the page writes it; empty means the page's own address.
    private(set) var action: String
    private(set) var isPost: Bool
    /// The hidden inputs, in order.
    private(set) var hidden: [Field] = []
    /// The inputs to type in, in order, except for passwords.
    private(set) var typed: [Field] = []
    private(set) var passwords: [Field] = []
    /// The first radio button or option of each name, and the form's first button if it has a name.
    ///
    /// The Enter key presses the first button.
    private(set) var choices: [Field] = []
    /// Whether the page's script submits the form without the user.
    var submitsItself = false
    private var selection: String?
    private var hasButton = false

    struct Field: Equatable {
        var name: String
        var value: String
    }

    init(_ attributes: [String: String]) {
        action = attributes["action"] ?? ""
        isPost = attributes["method"]?.lowercased() == "post"
    }

    /// Whether the user has to type or choose something.
    var asks: Bool { !typed.isEmpty || !passwords.isEmpty || !choices.isEmpty }

    /// Adds an input, button, selection or option; an element without a name sends nothing.
    mutating func add(_ element: String, _ attributes: [String: String]) {
        let field = attributes["name"].map { Field(name: $0, value: attributes["value"] ?? "") }
        switch (element, attributes["type"]?.lowercased() ?? (element == "button" ? "submit" : "text")) {
        case ("select", _): selection = attributes["name"]
        case ("option", _): if let selection { choose(Field(name: selection, value: attributes["value"] ?? "")) }
        case ("input", "hidden"): if let field { hidden.append(field) }
        case ("input", "password"): if let field { passwords.append(field) }
        case ("input", "radio"): if let field { choose(field) }
        case ("input", "submit"), ("button", "submit"):
            if !hasButton, let field { choose(field) }
            hasButton = true
        case ("input", "checkbox"), ("input", "button"), ("input", "reset"), ("input", "image"), ("button", _): break
        default: if let field { typed.append(field) }
        }
    }

    private mutating func choose(_ field: Field) {
        if !choices.contains(where: { $0.name == field.name }) { choices.append(field) }
    }
}

extension String {
    fileprivate var trimmingQuotes: String {
        guard count > 1, let first, first == last, first == "'" || first == "\"" else { return self }
        return String(dropFirst().dropLast())
    }
}
