import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTokens

/// The resources that a call asks about: `{"resources":["TEXT",…]}`.
struct RequestedResources {
    /// The resources as strings, which the answer repeats byte for byte.
    let texts: [String]

    /// The maximum number of resources that are read. It is above all limits that can be set for an MVPD, so that a
    /// list beyond the MVPD's limit gets the error for too many resources.
    private static let most = 2_000
    /// The maximum number of resources in an authorization, whatever the limit of its MVPD.
    ///
    /// Authorizations with a temporary pass or under a degradation rule have no other limit, but each resource costs a
    /// signature and, with a pass, a change in the store.
    private static let mostAuthorized = 256

    /// Reads the resources in the body of a request, whatever its content type says.
    ///
    /// - Throws: `.missingParameter` for a body that isn't a JSON object, or has no resources; `.malformedParameter`
    ///   for resources that aren't a list of strings, and for an object in which a name occurs twice.
    init(_ request: HTTPRequest) throws(EntitlementFailure) {
        guard let (body, hasRepeatedName) = try? JSONValue.read(request.body), let list = body["resources"] else {
            throw .missingParameter("resources")
        }
        if hasRepeatedName {
            throw .malformedParameter("resources", reason: "can't be read: an object has the same name twice")
        }
        let texts = list.arrayValue?.compactMap(\.stringValue).filter { !$0.isEmpty } ?? []
        guard !texts.isEmpty, texts.count == list.arrayValue?.count, texts.count <= Self.most else {
            throw .malformedParameter("resources", reason: "isn't a list of at most \(Self.most) strings")
        }
        self.texts = texts
    }

    /// Checks that a call doesn't ask for too many authorizations, which would take too long.
    ///
    /// - Throws: `.tooManyResources`.
    func checkCount(for kind: DecisionKind) throws(EntitlementFailure) {
        let limit = Self.mostAuthorized
        guard kind == .authorization, texts.count > limit else { return }
        Check.note(false, .resourceCount(texts.count, limit: limit))
        throw .tooManyResources(limit: limit)
    }

    /// The resources; `nil` stands for a malformed one.
    var resources: [Resource?] {
        texts.map { text in
            guard let resource = try? ResourceReader.read(requested: text) else { return nil }
            let isPlain = !text.hasControlCharacters
            // An MRSS document may contain line breaks. In a plain identifier, a line break would break the token,
            // which is a single line.
            return resource.isMRSS || isPlain ? resource : nil
        }
    }
}
