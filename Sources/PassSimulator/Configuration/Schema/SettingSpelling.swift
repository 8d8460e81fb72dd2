/// The way in which a setting's value is written where there is only text: in an environment variable or after an
/// option.
indirect enum SettingSpelling: Sendable, Hashable {
    /// A text, with its placeholder in help texts: `FILE`, `text|json|off`.
    case text(String)
    case number
    case flag
    /// A list, with commas between the elements.
    case list(SettingSpelling)
    /// A value in another spelling, or an empty text for `null`.
    case optional(SettingSpelling)
    /// An object whose settings each have a spelling of their own.
    case group
    /// A table by ID, which only a file can contain.
    case table

    var isObject: Bool { self == .group || self == .table }

    var isList: Bool {
        switch self {
        case .list: true
        case .optional(let inner): inner.isList
        case .text, .number, .flag, .group, .table: false
        }
    }

    /// The placeholder for the value in help texts.
    var placeholder: String {
        switch self {
        case .text(let placeholder): placeholder
        case .number: "NUMBER"
        case .flag: "true|false"
        case .list(let inner), .optional(let inner): inner.placeholder
        case .group, .table: "OBJECT"
        }
    }

    /// Returns the value that a file would contain in place of a text in this spelling.
    ///
    /// Text that doesn't have this form stays text, and is refused when the setting is read.
    func node(_ text: String) -> JSON5Node.Value {
        switch self {
        case .text, .group, .table: .text(text)
        case .number: JSON5Number.read(text) ?? .text(text)
        case .flag: text == "true" ? .flag(true) : text == "false" ? .flag(false) : .text(text)
        case .optional(let inner): text.isEmpty ? .null : inner.node(text)
        case .list(let element): .list(text.split(separator: ",").map { JSON5Node(element.node(Self.trimmed($0))) })
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        return String(start[..<(start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex)])
    }
}
