import PassCore

/// A request method, which is case-sensitive (RFC 9110, section 9.1).
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
    /// Any other method, never one of those above.
    case other(String)
}

extension HTTPMethod {
    // The `==` that the compiler would make is called through a table. That is too slow, because each request's method
    // is compared with those of its path.
    package static func == (left: HTTPMethod, right: HTTPMethod) -> Bool {
        switch (left, right) {
        case (.get, .get), (.post, .post): true
        case (.get, _), (_, .get): false
        default: left.rawValue.hasSameBytes(as: right.rawValue)
        }
    }

    package func hash(into hasher: inout Hasher) { rawValue.hashBytes(into: &hasher) }
}

// The type isn't `RawRepresentable`, whose `==` would make and compare two strings each time.
extension HTTPMethod {
    /// Creates the method of that name, which is a token.
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

    /// Creates the method of that name, which is ASCII; the two most common methods need no string.
    init(_ name: UnsafeRawBufferPointer) {
        switch (name.count, name.first, name.last) {
        case (3, UInt8(ascii: "G"), UInt8(ascii: "T")) where name[1] == UInt8(ascii: "E"): self = .get
        case (4, UInt8(ascii: "P"), UInt8(ascii: "T"))
        where name[1] == UInt8(ascii: "O") && name[2] == UInt8(ascii: "S"):
            self = .post
        default: self.init(rawValue: String(decoding: name, as: UTF8.self))
        }
    }

    /// The name as it is written on the wire.
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
