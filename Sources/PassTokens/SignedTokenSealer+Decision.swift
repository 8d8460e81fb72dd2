import PassCore
package import PassDomain
import PassXML

/// The authZ token: `simpleAuthorizationToken` (legacy protocol, "AuthZ token").
extension SignedTokenSealer {
    private static let root = "simpleAuthorizationToken"

    package func seal(_ decision: Decision) -> String {
        issued.count(.authz)
        var writer = XMLWriter()
        writer.element(Self.root) { token in
            token.element("simpleTokenRequestorID", decision.requestor.rawValue)
            token.element("simpleTokenResourceID", decision.resource)
            token.element(
                "simpleTokenTTL", TokenDate.proofDate(decision.expires, offsetMinutes: forms.utcOffsetMinutes))
            token.element("simpleTokenMsoID", msoID(decision.mvpd, behind: decision.proxy))
            token.element("simpleTokenDeviceID") { device in
                device.element("simpleTokenFingerprint", decision.device.fingerprint.string)
            }
            if forms.elements == .recorded {
                if decision.proxy != nil { token.element("simpleTokenSubMvpdID", decision.mvpd.rawValue) }
                if decision.permitsAll { token.element("zAll", "true") }
            }
        }
        return sign(writer)
    }

    package func openDecision(_ token: String) throws(ProofRefusal) -> Decision {
        guard token.utf8.count <= SignedEnvelope.maximumBytes else { throw .malformed }
        return try recentDecisions.reading(of: .init(token)) { () throws(ProofRefusal) in try readDecision(token) }
    }

    private func readDecision(_ token: String) throws(ProofRefusal) -> Decision {
        let root = try open(token, root: Self.root)
        guard let requestor = root.first("simpleTokenRequestorID")?.text,
            let resource = root.first("simpleTokenResourceID").flatMap({ ResourceReader.read(signed: $0.text) }),
            let expires = root.first("simpleTokenTTL").flatMap({ TokenDate.timestamp(proofDate: $0.text) }),
            let (mvpd, proxy) = mvpds(of: root),
            let fingerprint = root.first("simpleTokenDeviceID")?.first("simpleTokenFingerprint")?.text
        else { throw .malformed }
        return Decision(
            requestor: RequestorID(rawValue: requestor), resource: resource, mvpd: mvpd, proxy: proxy,
            device: DeviceBinding(fingerprint: fingerprint), expires: expires,
            permitsAll: root.first("zAll")?.text == "true")
    }
}

extension XMLWriter {
    /// Writes a resource in the form that tokens use. MRSS is in CDATA, because the Android SDK would lose a bare
    /// `<rss>` element.
    mutating func element(_ name: String, _ resource: Resource) {
        element(name) { element in
            if resource.isMRSS { element.cdata(resource.text.string) } else { element.text(resource.text.string) }
        }
    }
}
