import PassCore
package import PassDomain
import PassXML

/// The authZ token: `simpleAuthorizationToken` (legacy protocol, "AuthZ token").
extension SignedTokenSealer {
    private static let root = "simpleAuthorizationToken"

    package func seal(_ permission: Permission) -> String {
        var writer = XMLWriter()
        writer.element(Self.root) { token in
            token.element("simpleTokenRequestorID", permission.requestor.rawValue)
            token.element("simpleTokenResourceID", permission.resource)
            token.element(
                "simpleTokenTTL", TokenDate.proofDate(permission.expires, offsetMinutes: forms.utcOffsetMinutes))
            token.element("simpleTokenMsoID", msoID(permission.mvpd, behind: permission.proxy))
            token.element("simpleTokenDeviceID") { device in
                device.element("simpleTokenFingerprint", permission.device.fingerprint.string)
            }
            if forms.elements == .recorded {
                if permission.proxy != nil { token.element("simpleTokenSubMvpdID", permission.mvpd.rawValue) }
                if permission.permitsAll { token.element("zAll", "true") }
            }
        }
        return sign(writer)
    }

    package func openPermission(_ token: String) throws(ProofRefusal) -> Permission {
        guard token.utf8.count <= SignedEnvelope.maximumBytes else { throw .malformed }
        return try recentPermissions.reading(of: .init(token)) { () throws(ProofRefusal) in try readPermission(token) }
    }

    private func readPermission(_ token: String) throws(ProofRefusal) -> Permission {
        let root = try open(token, root: Self.root)
        guard let requestor = root.first("simpleTokenRequestorID")?.text,
            let resource = root.first("simpleTokenResourceID").flatMap({ ResourceReader.read(signed: $0.text) }),
            let expires = root.first("simpleTokenTTL").flatMap({ TokenDate.timestamp(proofDate: $0.text) }),
            let (mvpd, proxy) = mvpds(of: root),
            let fingerprint = root.first("simpleTokenDeviceID")?.first("simpleTokenFingerprint")?.text
        else { throw .malformed }
        return Permission(
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
