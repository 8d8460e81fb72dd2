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
            for (_, index) in Self.order(of: attributes) { attributes[index].write(to: &object) }
        }
    }

    /// An attribute of a profile.
    private struct Attribute {
        let name: String
        /// The value; `null` if it is withheld.
        let value: JSONValue
        let state: State

        enum State {
            case plain, encrypted
            /// The value can't be encrypted.
            case withheld
        }

        /// Whether the attribute comes before another one that has the same place in the service's map.
        func precedes(_ other: Attribute) -> Bool {
            // In the vendor's sample `expiration_date` comes after `used_assets`.
            let last = "expiration_date"
            if other.name.hasSameBytes(as: last) { return !name.hasSameBytes(as: last) }
            return !name.hasSameBytes(as: last) && name.utf8.lexicographicallyPrecedes(other.name.utf8)
        }

        func write(to attributes: inout JSONWriter) {
            attributes.memberObject(.text(name)) { member in
                switch state {
                case .plain:
                    writeValue(to: &member)
                    member.member("state", "plain")
                case .encrypted:
                    member.member("value", value)
                    member.member("state", "enc")
                case .withheld:
                    member.member("state", "enc")
                    member.member(
                        "error", EnhancedErrorCode.invalidConfigurationUserMetadataCertificate.rawValue)
                }
            }
        }

        private func writeValue(to member: inout JSONWriter) {
            if case .array(let elements) = value, name.hasSameBytes(as: "used_assets") {
                // The resources that a pass was used for come from a map of the service as well.
                member.member("value", HashOrder.sorted(elements.compactMap(\.stringValue)))
            } else {
                member.member("value", value)
            }
        }
    }

    /// Returns the places and indices of the attributes in the order in which they are written.
    private static func order(of attributes: [Attribute]) -> [(place: Int, index: Int)] {
        let places = HashOrder.places(for: attributes.count)
        var order: [(place: Int, index: Int)] = []
        order.reserveCapacity(attributes.count)
        for index in attributes.indices {
            order.append((HashOrder.place(of: attributes[index].name, in: places), index))
        }
        order.sort { left, right in
            left.place != right.place
                ? left.place < right.place : attributes[left.index].precedes(attributes[right.index])
        }
        return order
    }

    private static func attributes(of profile: AppProfileListService.Listed) -> [Attribute] {
        let (metadata, additions) = (profile.metadata, profile.additions)
        var attributes: [Attribute] = []
        attributes.reserveCapacity(metadata.values.count + metadata.withheld.count + additions.count)
        let isAdded = { (name: String) in additions.contains { $0.name.hasSameBytes(as: name) } }
        for (name, value) in metadata.values where !isAdded(name.string) {
            let isEncrypted = metadata.encrypted.contains { $0.hasSameBytes(as: name.string) }
            attributes.append(Attribute(name: name.string, value: value, state: isEncrypted ? .encrypted : .plain))
        }
        for name in metadata.withheld where !isAdded(name) {
            attributes.append(Attribute(name: name, value: .null, state: .withheld))
        }
        for addition in additions {
            attributes.append(Attribute(name: addition.name, value: .string(addition.value), state: .plain))
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
