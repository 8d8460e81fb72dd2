import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTokens

/// The resources that a call asks about: `{"resources":["TEXT",…]}`.
struct RequestedResources {
    /// The texts, which the answer repeats byte for byte.
    let texts: [String]

    /// The maximum number of resources that are read. Each one costs the time of a decision.
    private static let most = 256

    /// Reads the resources in the body of a request, whatever its content type says.
    ///
    /// - Throws: `.missingParameter` for a body that isn't a JSON object, or has no resources;
    ///   `.malformedParameter` for resources that aren't a list of texts.
    init(_ request: HTTPRequest) throws(EntitlementFailure) {
        guard let body = (try? JSONValue.parse(request.body))?.objectValue, let list = body["resources"] else {
            throw .missingParameter("resources")
        }
        let texts = list.arrayValue?.compactMap(\.stringValue).filter { !$0.isEmpty } ?? []
        guard !texts.isEmpty, texts.count == list.arrayValue?.count, texts.count <= Self.most else {
            throw .malformedParameter("resources", reason: "isn't a list of at most \(Self.most) texts")
        }
        self.texts = texts
    }

    /// The resources; `nil` stands for a malformed one.
    var resources: [Resource?] {
        texts.map { text in
            guard let resource = try? ResourceReader.read(requested: text) else { return nil }
            let isPlain = !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
            // A document may contain line breaks. In a plain identifier one would break the token, a single line.
            return resource.isMRSS || isPlain ? resource : nil
        }
    }
}
