import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// Profiles by MVPD, in the form in which this family answers them.
struct ProfileMap {
    let profiles: [AppProfileListService.Listed]

    func response(_ status: HTTPStatus = .ok) -> HTTPResponse {
        let places = HashOrder.places(for: profiles.count)
        let inOrder =
            profiles.count < 2
            ? profiles
            : profiles.enumerated().map { (HashOrder.place(of: $1.mvpd.rawValue, in: places), $0, $1) }
                .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
        let body = JSONWriter.object { answer in
            answer.memberObject("profiles") { map in
                for profile in inOrder {
                    map.memberObject(.text(profile.mvpd.rawValue)) { Self.write(profile, to: &$0) }
                }
            }
        }
        return HTTPResponse(status, type: AnswerFormat.jsonType, body)
    }

    private static func write(_ profile: AppProfileListService.Listed, to member: inout JSONWriter) {
        member.member("notBefore", profile.begins.milliseconds)
        member.member("notAfter", profile.expires.milliseconds)
        member.member("issuer", issuer(of: profile))
        member.member("type", type(of: profile))
        member.memberObject("attributes") { attributes in
            let all = Self.attributes(of: profile)
            for index in Self.order(of: all) {
                let attribute = all[index]
                attributes.memberObject(.text(attribute.name)) { member in
                    guard let value = attribute.value else {
                        member.member("state", "enc")
                        member.member(
                            "error", EnhancedErrorCode.invalidConfigurationUserMetadataCertificate.rawValue)
                        return
                    }
                    member.member("value", Self.told(value, as: attribute.name))
                    let isEncrypted = profile.attributes.encrypted.contains { $0.hasSameBytes(as: attribute.name) }
                    member.member("state", isEncrypted ? "enc" : "plain")
                }
            }
        }
    }

    /// An attribute with its place in the service's map; an attribute that is withheld has no value.
    private struct Attribute {
        var place: Int
        var name: String
        var value: JSONValue?

        /// Whether the name comes after `used_assets`, which has the same place, as in the vendor's sample.
        var isLast: Bool { name.hasSameBytes(as: "expiration_date") }

        /// Whether it comes before another attribute with the same place.
        func precedes(_ other: Attribute) -> Bool {
            if isLast || other.isLast { return other.isLast && !isLast }
            return name.utf8.lexicographicallyPrecedes(other.name.utf8)
        }
    }

    /// Returns the indices of the attributes in the order in which they are written.
    private static func order(of attributes: [Attribute]) -> [Int] {
        let places = attributes.enumerated().map { (place: $1.place, index: $0) }
        return places.sorted { left, right in
            left.place != right.place
                ? left.place < right.place : attributes[left.index].precedes(attributes[right.index])
        }.map(\.index)
    }

    private static func attributes(of profile: AppProfileListService.Listed) -> [Attribute] {
        let (values, withheld) = (profile.attributes.values, profile.attributes.withheld)
        let places = HashOrder.places(for: values.count + withheld.count)
        var attributes: [Attribute] = []
        attributes.reserveCapacity(values.count + withheld.count)
        for (name, value) in values {
            let place = HashOrder.place(of: name.string, in: places)
            attributes.append(Attribute(place: place, name: name.string, value: value))
        }
        for name in withheld {
            attributes.append(Attribute(place: HashOrder.place(of: name, in: places), name: name, value: nil))
        }
        return attributes
    }

    /// Returns an attribute's value in the form of the answer. The resources that a pass was used for come from a map
    /// of the service as well.
    private static func told(_ value: JSONValue, as name: String) -> JSONValue {
        guard name.hasSameBytes(as: "used_assets"), let texts = value.arrayValue?.compactMap(\.stringValue) else {
            return value
        }
        return .array(HashOrder.sorted(texts).map { .string($0) })
    }

    private static func issuer(of profile: AppProfileListService.Listed) -> String {
        switch profile.kind {
        case .regular, .shared: profile.mvpd.rawValue
        case .partner: "Apple"
        case .degraded, .temporary: "Adobe"
        }
    }

    private static func type(of profile: AppProfileListService.Listed) -> String {
        switch profile.kind {
        case .regular: "regular"
        case .partner: "appleSSO"
        case .shared(.platform): "platformSSO"
        case .shared(.service): "serviceTokenSSO"
        case .degraded: "degraded"
        case .temporary: "temporary"
        }
    }
}
