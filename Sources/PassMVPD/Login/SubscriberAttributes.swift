import PassCore
import PassDomain
import PassSAML

/// A subscriber's metadata as the attributes of an assertion (SAML Core, section 2.7.3), ordered by name.
enum SubscriberAttributes {
    private static let basicFormat = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"

    /// - Parameter isHomeBased: adds `hba_status`, as MVPDs with home-based authentication do.
    static func attributes(of subscriber: Subscriber, isHomeBased: Bool) -> [SAMLAttribute] {
        var metadata = subscriber.metadata
        if isHomeBased { metadata[UserMetadata.homeBasedKey] = .bool(true) }
        return metadata.sorted { $0.key < $1.key }.map { name, value in
            SAMLAttribute(name.string, nameFormat: basicFormat, values(of: value))
        }
    }

    /// A list gives a value each; what is no text is written as JSON.
    private static func values(of value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(values)
        case .null: []
        case .bool, .integer, .number, .object: [json(value)]
        }
    }

    private static func json(_ value: JSONValue) -> String {
        // The writer writes documents; a list of one, without its brackets, is the value alone.
        let list = JSONWriter.array { $0.element(value) }
        return String(decoding: list.dropFirst().dropLast(), as: UTF8.self)
    }
}
