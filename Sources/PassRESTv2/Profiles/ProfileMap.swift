import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// Profiles by MVPD, in the form in which this family answers them.
struct ProfileMap {
    let profiles: [AppProfileListService.Listed]

    func response(_ status: HTTPStatus = .ok) -> HTTPResponse {
        let byMVPD = Dictionary(profiles.map { ($0.mvpd.rawValue, $0) }) { first, _ in first }
        let body = JSONWriter.object { answer in
            answer.memberObject("profiles") { map in
                for name in HashOrder.sorted(profiles.map(\.mvpd.rawValue)) {
                    guard let profile = byMVPD[name] else { continue }
                    map.memberObject(name) { Self.write(profile, to: &$0) }
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
        let encrypted = Set(profile.attributes.encrypted.map { ExactText($0) })
        member.memberObject("attributes") { attributes in
            // In the vendor's sample this name comes after used_assets, which has the same place.
            let last: ExactText = "expiration_date"
            let withheld = Set(profile.attributes.withheld.map { ExactText($0) })
            let all = Set(profile.attributes.values.keys).union(withheld)
            let names = all.sorted { $1 == last || $0 != last && $0 < $1 }.map(\.string)
            for name in HashOrder.sorted(names) {
                attributes.memberObject(name) { attribute in
                    guard !withheld.contains(ExactText(name)) else {
                        attribute.member("state", "enc")
                        attribute.member(
                            "error", EnhancedErrorCode.invalidConfigurationUserMetadataCertificate.rawValue)
                        return
                    }
                    attribute.member("value", value(of: name, in: profile))
                    attribute.member("state", encrypted.contains(ExactText(name)) ? "enc" : "plain")
                }
            }
        }
    }

    /// Returns an attribute's value. The resources that a pass was used for come from a map of the service as well.
    private static func value(of name: String, in profile: AppProfileListService.Listed) -> JSONValue {
        let value = profile.attributes.values[name] ?? .null
        guard name == "used_assets", let texts = value.arrayValue?.compactMap(\.stringValue) else { return value }
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
