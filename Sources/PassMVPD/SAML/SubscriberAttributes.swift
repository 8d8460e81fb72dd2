import PassCore
import PassDomain
import PassSAML

/// A subscriber's metadata as the attributes of an assertion (SAML Core, section 2.7.3), ordered by name.
enum SubscriberAttributes {
    private static let basicFormat = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"

    /// Returns the attributes for a subscriber.
    ///
    /// - Parameter isHomeBased: whether to add `hba_status`, as MVPDs with home-based authentication do.
    static func attributes(of subscriber: SubscriberAccount, isHomeBased: Bool) -> [SAMLAttribute] {
        var metadata = subscriber.metadata
        if isHomeBased { metadata[UserMetadata.homeBasedKey] = .bool(true) }
        return metadata.map { SAMLAttribute($0.key.string, nameFormat: basicFormat, values(of: $0.value)) }
    }

    /// Returns the strings for a value: for a list, those of its elements; for null, none; for any other value that
    /// isn't a string, its JSON.
    private static func values(of value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(values)
        case .null: []
        case .bool, .integer, .number, .object: [json(value)]
        }
    }

    private static func json(_ value: JSONValue) -> String {
        // The writer writes only whole documents, so the value is written as a list of one and the brackets are
        // removed.
        let list = JSONWriter.array { $0.element(value) }
        return String(decoding: list.dropFirst().dropLast(), as: UTF8.self)
    }
}
