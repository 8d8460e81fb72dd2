import PassCore

/// A request method, compared with regard to case (RFC 9110, section 9.1).
package enum HTTPMethod: Hashable, Sendable {
    case get
    case head
    case post
    case put
    case patch
    case delete
    case options
    case connect
    case trace
    /// Any other; none of those above.
    case other(String)
}

extension HTTPMethod {
    // The compiler's own is reached through a table, and each request is compared with a path's methods.
    package static func == (left: HTTPMethod, right: HTTPMethod) -> Bool {
        switch (left, right) {
        case (.get, .get), (.post, .post): true
        case (.get, _), (_, .get): false
        default: left.rawValue.hasSameBytes(as: right.rawValue)
        }
    }

    package func hash(into hasher: inout Hasher) { rawValue.hashBytes(into: &hasher) }
}

// Not `RawRepresentable`: `==` would then be that of the texts, made for each comparison.
extension HTTPMethod {
    /// The method of that name, which is a token.
    package init(rawValue: String) {
        self =
            switch rawValue {
            case "GET": .get
            case "POST": .post
            case "HEAD": .head
            case "PUT": .put
            case "PATCH": .patch
            case "DELETE": .delete
            case "OPTIONS": .options
            case "CONNECT": .connect
            case "TRACE": .trace
            default: .other(rawValue)
            }
    }

    /// The method of that name, which is ASCII; the commonest two without a text of it.
    init(_ name: UnsafeRawBufferPointer) {
        switch (name.count, name.first, name.last) {
        case (3, UInt8(ascii: "G"), UInt8(ascii: "T")) where name[1] == UInt8(ascii: "E"): self = .get
        case (4, UInt8(ascii: "P"), UInt8(ascii: "T"))
        where name[1] == UInt8(ascii: "O") && name[2] == UInt8(ascii: "S"):
            self = .post
        default: self.init(rawValue: String(decoding: name, as: UTF8.self))
        }
    }

    /// The name as it stands on the wire.
    package var rawValue: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .connect: "CONNECT"
        case .trace: "TRACE"
        case .other(let name): name
        }
    }
}
