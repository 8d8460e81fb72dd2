/// What a person, or a browser by itself, can do on a page.
struct HTMLPage {
    /// The text of `<title>`, else of the first heading.
    private(set) var title = ""
    /// The text of the first element with the role `alert`: what was wrong with what was typed.
    private(set) var alert = ""
    private(set) var forms: [HTMLForm] = []
    /// Where a meta refresh leads.
    private(set) var refresh: String?
    /// The first link for browsers without script.
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

    /// What it tells the user, in short.
    var words: String { alert.isEmpty ? title : "\(title): \(alert)" }

    private struct Reader {
        var page = HTMLPage()
        var submitsItself = false
        /// The element with the alert, until it ends.
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

        /// The URL of `0; url=…`.
        private static func target(ofRefresh content: String) -> String? {
            guard let mark = content[...].firstRange(ofASCII: "url=") else { return nil }
            let url = content[mark.upperBound...].trimmed
            return url.isEmpty ? nil : url.trimmingQuotes
        }
    }
}

/// A form with what it sends by itself and what it asks.
struct HTMLForm: Equatable {
    /// As written; empty means the page's own address.
    private(set) var action: String
    private(set) var isPost: Bool
    /// The hidden inputs, in order.
    private(set) var hidden: [Field] = []
    /// Inputs to type in, in order.
    private(set) var typed: [Field] = []
    private(set) var passwords: [Field] = []
    /// Radio buttons and options, of which the first of each name is taken, and the first button if it has a name: it is the one
    /// that the Enter key presses.
    private(set) var choices: [Field] = []
    /// Whether the page's script sends it without the user.
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

    /// Whether a person has to type or choose something.
    var asks: Bool { !typed.isEmpty || !passwords.isEmpty || !choices.isEmpty }

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
