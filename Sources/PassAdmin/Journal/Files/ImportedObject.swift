import PassCore
import PassDomain
import PassHTTP

/// An object in a file of exchanges. Its members are read by name, and each error names the place in the file.
struct ImportedObject {
    private let members: [ExactText: JSONValue]
    private let place: String

    init(_ value: JSONValue, at place: String) throws(EntitlementFailure) {
        guard let members = value.objectValue else { throw .malformedParameter(place, reason: "isn't a JSON object") }
        self.members = members
        self.place = place
    }

    /// Throws if the object has a member that isn't in `names`.
    func allow(only names: [String]) throws(EntitlementFailure) {
        let unknown = members.keys.map(\.string).filter { name in !names.contains { $0.hasSameBytes(as: name) } }
        if let name = unknown.min() {
            throw malformed(ControlContent.shown(name), "is unknown" + NearestName.hint(name, among: names))
        }
    }

    func malformed(_ name: String, _ reason: String) -> EntitlementFailure {
        .malformedParameter("\(place): \(name)", reason: reason)
    }

    /// The member of that name; `nil` if it is absent or null.
    private subscript(name: String) -> JSONValue? {
        switch members[ExactText(name)] {
        case nil, .null: nil
        case let value?: value
        }
    }

    func has(_ name: String) -> Bool { self[name] != nil }

    func optionalText(_ name: String) throws(EntitlementFailure) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.stringValue else { throw malformed(name, "isn't text") }
        return text
    }

    func text(_ name: String) throws(EntitlementFailure) -> String {
        guard let text = try optionalText(name) else { throw malformed(name, "is missing") }
        return text
    }

    func optionalBool(_ name: String) throws(EntitlementFailure) -> Bool? {
        guard let value = self[name] else { return nil }
        guard case .bool(let flag) = value else { throw malformed(name, "isn't true or false") }
        return flag
    }

    func optionalNumber(_ name: String) throws(EntitlementFailure) -> Double? {
        switch self[name] {
        case nil: return nil
        case .integer(let integer): return Double(integer)
        case .number(let number): return number
        default: throw malformed(name, "isn't a number")
        }
    }

    /// Returns the member `path`, which is the path of a request without a namespace, or `*` for the whole server; `nil`
    /// if it is absent.
    func path() throws(EntitlementFailure) -> String? {
        guard let path = try optionalText("path") else { return nil }
        if path == "*" { return path }
        let isPath = path.utf8.first == UInt8(ascii: "/") && path.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        guard isPath, path.utf8.count <= 1_048_576 else { throw malformed("path", "isn't a path that begins with /") }
        return path
    }

    func integer(_ name: String) throws(EntitlementFailure) -> Int64 {
        guard let integer = self[name]?.integerValue else { throw malformed(name, "isn't a whole number") }
        return integer
    }

    func array(_ name: String) throws(EntitlementFailure) -> [JSONValue] {
        guard let elements = self[name]?.arrayValue else { throw malformed(name, "isn't an array") }
        return elements
    }

    /// Returns the strings of an array; an empty array if the member is absent.
    func texts(_ name: String) throws(EntitlementFailure) -> [String] {
        guard has(name) else { return [] }
        let elements = try array(name)
        let texts = elements.compactMap(\.stringValue)
        guard texts.count == elements.count else { throw malformed(name, "isn't an array of strings") }
        return texts
    }

    func object(_ name: String) throws(EntitlementFailure) -> ImportedObject {
        guard let value = self[name] else { throw malformed(name, "is missing") }
        return try ImportedObject(value, at: "\(place): \(name)")
    }

    func time(_ name: String) throws(EntitlementFailure) -> Timestamp {
        guard let time = CivilTime.timestamp(isoDate: try text(name)), VirtualClock.times.contains(time) else {
            throw malformed(name, "isn't a time from 1970 to 9799 like 2026-01-01T00:00:00Z")
        }
        return time
    }

    func status() throws(EntitlementFailure) -> HTTPStatus {
        let code = try integer("status")
        guard (100...599).contains(code) else { throw malformed("status", "isn't a number from 100 to 599") }
        return HTTPStatus(code: Int(code))
    }

    /// Returns the header fields of a message.
    func fields(_ name: String) throws(EntitlementFailure) -> HTTPFields {
        var fields = HTTPFields()
        for (index, element) in try array(name).enumerated() {
            let field = try ImportedObject(element, at: "\(place): \(name)[\(index)]")
            let (name, value) = (HTTPFieldName(try field.text("name")), try field.text("value"))
            // Browsers write several `Set-Cookie` fields as one field whose value has several lines.
            let values = name == .setCookie ? value.split(separator: "\n").map(String.init) : [value]
            for value in values { fields.append(name, value) }
        }
        return fields
    }
}

/// A request that a file describes.
enum ImportedRequest {
    /// Returns the request, and the target as it was received if that differs from the request's target.
    ///
    /// - Parameter path: the path without a namespace; the path in the URL may have one. `nil` if the file doesn't
    ///   state it.
    static func make(
        method: String, url: String, path: String?, fields: HTTPFields, body: [UInt8], in place: ImportedObject
    ) throws(EntitlementFailure) -> (request: HTTPRequest, receivedTarget: String?) {
        let isToken =
            !method.isEmpty && method.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }
        guard isToken, method.utf8.count <= 64 else { throw place.malformed("method", "isn't a method") }
        let start = ["http://", "https://"].first { url.asciiLowercased.hasPrefix($0) }
        guard let start, url.utf8.count <= 1_048_576, url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw place.malformed("url", "isn't an address that begins with http:// or https://")
        }
        let rest = url.dropFirst(start.count)
        let authority = rest.prefix { !"/?#".contains($0) }
        let target = rest.dropFirst(authority.count).prefix { $0 != "#" }
        // The URL of a request about the whole server has no path (RFC 9112, section 7.1).
        let received = target.isEmpty && path == "*" ? "*" : target.hasPrefix("/") ? String(target) : "/" + target
        let query = received.drop { $0 != "?" }
        let own = path.map { $0 + query } ?? received
        let request = HTTPRequest(
            method: HTTPMethod(rawValue: method), target: own, authority: String(authority), fields: fields, body: body,
            connection: HTTPConnectionInfo(scheme: start == "https://" ? .https : .http))
        return (request, own.hasSameBytes(as: received) ? nil : received)
    }
}
