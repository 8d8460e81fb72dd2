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
                // By index no profile is copied.
                for index in inOrder.indices {
                    map.memberObject(.text(inOrder[index].mvpd.rawValue)) { Self.write(inOrder[index], to: &$0) }
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
        member.memberObject("attributes") { object in
            let attributes = Self.attributes(of: profile)
            // By index no attribute is copied.
            for index in attributes.indices { attributes[index].write(to: &object) }
        }
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
            /// The value can't be encrypted.
            case withheld
        }

        init(_ name: String, _ value: JSONValue, _ state: State) {
            self.name = name
            self.value = value
            self.state = state
            hash = HashOrder.hash(of: name)
        }

        /// Whether the attribute comes before another one that has the same place in the service's map.
        func precedes(_ other: Attribute) -> Bool {
            // In the vendor's sample `expiration_date` comes after `used_assets`.
            let last = "expiration_date"
            if other.name.hasSameBytes(as: last) { return !name.hasSameBytes(as: last) }
            return !name.hasSameBytes(as: last) && name.utf8.lexicographicallyPrecedes(other.name.utf8)
        }

        func write(to attributes: inout JSONWriter) {
            switch state {
            case .plain:
                attributes.member(.text(name), #"{"value":"#, inOrder, #","state":"plain"}"#)
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

        /// The value as the service writes it: the resources that a pass was used for come from a map as well.
        private var inOrder: JSONValue {
            guard case .array(let elements) = value, name.hasSameBytes(as: "used_assets") else { return value }
            return .array(HashOrder.sorted(elements.compactMap(\.stringValue)).map { .string($0) })
        }
    }

    /// Returns the attributes of a profile in the order in which they are written.
    private static func attributes(of profile: AppProfileListService.Listed) -> [Attribute] {
        let (metadata, additions) = (profile.metadata, profile.additions)
        var attributes: [Attribute] = []
        attributes.reserveCapacity(metadata.values.count + metadata.withheld.count + additions.count)
        let isAdded = { (name: String) in additions.contains { $0.name.hasSameBytes(as: name) } }
        for (name, value) in metadata.values where !isAdded(name.string) {
            let isEncrypted = metadata.encrypted.contains { $0.hasSameBytes(as: name.string) }
            attributes.append(Attribute(name.string, value, isEncrypted ? .encrypted : .plain))
        }
        for name in metadata.withheld where !isAdded(name) { attributes.append(Attribute(name, .null, .withheld)) }
        for addition in additions { attributes.append(Attribute(addition.name, .string(addition.value), .plain)) }
        let places = HashOrder.places(for: attributes.count)
        attributes.sort { left, right in
            let (leftPlace, rightPlace) = (left.hash.place(in: places), right.hash.place(in: places))
            return leftPlace != rightPlace ? leftPlace < rightPlace : left.precedes(right)
        }
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
