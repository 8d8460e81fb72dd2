import PassCore
import PassDomain
import PassHTTP

/// The devices that a call names: `{"devices":["TEXT",…]}`.
struct UnlinkedDevices {
    /// The devices as strings, which the answer repeats.
    let texts: [String]

    static let body = "body"
    static let member = "devices"
    private static let most = 256

    /// Reads the devices from a request's body.
    ///
    /// - Throws: `.missingParameter` for a body that isn't a JSON object, or has no devices; `.malformedParameter` for
    ///   devices that aren't a list of strings, and for an object with the same name twice.
    init(_ request: HTTPRequest) throws(EntitlementFailure) {
        guard let (value, hasRepeatedName) = try? JSONValue.read(request.body), let body = value.objectValue else {
            throw .missingParameter(Self.body)
        }
        guard let list = body[ExactText(Self.member)], list != .null else { throw .missingParameter(Self.member) }
        if hasRepeatedName {
            throw .malformedParameter(Self.member, reason: "can't be read: an object has the same name twice")
        }
        let texts = list.arrayValue?.compactMap(\.stringValue).filter { !$0.isEmpty } ?? []
        guard !texts.isEmpty, texts.count == list.arrayValue?.count, texts.count <= Self.most else {
            throw .malformedParameter(Self.member, reason: "isn't a list of at most \(Self.most) strings")
        }
        self.texts = texts
    }

    /// The identifiers that each string may mean: the string itself, and the string decoded from base64.
    var identifiers: [[ExactText]] {
        texts.map { text in [ExactText(text)] + (RESTv2Call.decoded(text).map { [ExactText($0)] } ?? []) }
    }
}
