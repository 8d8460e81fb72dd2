import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// Profiles by MVPD, in the form of this family's answers.
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
        member.memberObject("attributes") { write(attributes(of: profile), to: &$0) }
    }

    /// Writes the attributes in the order of the service's map.
    private static func write(_ attributes: [Attribute], to object: inout JSONWriter) {
        let places = HashOrder.places(for: attributes.count)
        // The indices are sorted rather than the attributes, since moving an attribute would update reference counts.
        var order = attributes.indices.map { (place: attributes[$0].hash.place(in: places), index: $0) }
        order.sort { left, right in
            left.place != right.place
                ? left.place < right.place
                : Attribute.precedes(attributes[left.index].name, attributes[right.index].name)
        }
        for (_, index) in order { attributes[index].write(to: &object) }
    }

    /// An attribute of a profile.
    private struct Attribute {
        let name: String
        /// The hash of the name, which determines its place in the service's map.
        let hash: HashOrder.Hash
        /// The value; `null` if it is withheld.
        let value: JSONValue
        let state: State

        enum State {
            case plain, encrypted
            /// The value is left out, because it can't be encrypted.
            case withheld
        }

        init(_ name: String, _ value: JSONValue, _ state: State) {
            self.name = name
            if case .array(let elements) = value, name.hasSameBytes(as: "used_assets") {
                // The service also keeps the resources for which a pass was used in a map, so they have its order.
                self.value = .array(HashOrder.sorted(elements.compactMap(\.stringValue)).map { .string($0) })
            } else {
                self.value = value
            }
            self.state = state
            hash = HashOrder.hash(of: name)
        }

        /// Whether an attribute comes before another one that has the same place in the service's map.
        static func precedes(_ left: String, _ right: String) -> Bool {
            // In the vendor's sample `expiration_date` comes after `used_assets`.
            let last = "expiration_date"
            if left.hasSameBytes(as: last) { return false }
            return right.hasSameBytes(as: last) || left.precedesByBytes(right)
        }

        func write(to attributes: inout JSONWriter) {
            switch state {
            case .plain:
                attributes.member(.text(name), #"{"value":"#, value, #","state":"plain"}"#)
            case .encrypted:
                attributes.member(.text(name), #"{"value":"#, value, #","state":"enc"}"#)
            case .withheld:
                attributes.memberObject(.text(name)) { member in
                    member.member("state", "enc")
                    member.member(
                        "error", EnhancedErrorCode.invalidConfigurationUserMetadataCertificate.rawValue)
                }
            }
        }
    }

    /// Returns the attributes of a profile, in no particular order.
    private static func attributes(of profile: AppProfileListService.Listed) -> [Attribute] {
        let (metadata, additions) = (profile.metadata, profile.additions)
        var attributes: [Attribute] = []
        attributes.reserveCapacity(metadata.values.count + metadata.withheld.count + additions.count)
        let isAdded = { (name: String) in additions.contains { $0.name.hasSameBytes(as: name) } }
        for member in metadata.values where !isAdded(member.key.string) {
            let isEncrypted = metadata.encrypted.contains { $0.hasSameBytes(as: member.key.string) }
            attributes.append(Attribute(member.key.string, member.value, isEncrypted ? .encrypted : .plain))
        }
        for name in metadata.withheld where !isAdded(name) { attributes.append(Attribute(name, .null, .withheld)) }
        for addition in additions { attributes.append(Attribute(addition.name, .string(addition.value), .plain)) }
        return attributes
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
