import PassCore
import PassCrypto
package import PassDomain
import PassXML

/// The authN token: `simpleAuthenticationToken` (legacy protocol, "AuthN token").
extension SignedTokenSealer {
    private static let root = "simpleAuthenticationToken"
    private static let domainName = "adobe.com"

    package func seal(_ profile: Profile) -> String {
        var writer = XMLWriter()
        writer.element(Self.root) { token in
            let isRecorded = forms.elements == .recorded
            token.element("simpleTokenAuthenticationGuid", profile.guid.rawValue)
            if isRecorded {
                token.element("simpleSamlSessionIndex", seal(Self.login(of: profile), .sessionIndex))
            }
            token.element("simpleTokenRequestorID", profile.requestor.rawValue)
            token.element("simpleTokenDomainName", Self.domainName)
            token.element("simpleTokenExpires", TokenDate.proofDate(profile.expires))
            token.element("simpleTokenMsoID", profile.mvpd.rawValue)
            token.element("simpleTokenDeviceID") { device in
                device.element("simpleTokenFingerprint", profile.device.fingerprint)
                if isRecorded, let fragments = profile.fragments { write(fragments, to: &device) }
            }
            if isRecorded {
                token.element("simpleSamlNameID", seal(profile.subscriber.rawValue, .nameID))
                token.element("ttl", String(profile.life.seconds))
            }
        }
        return sign(writer)
    }

    package func openProfile(_ token: String) throws(ProofRefusal) -> OpenedProfile {
        let root = try open(token, root: Self.root)
        guard let guid = root.first("simpleTokenAuthenticationGuid")?.text,
            let requestor = root.first("simpleTokenRequestorID")?.text,
            let mvpd = root.first("simpleTokenMsoID")?.text,
            let fingerprint = root.first("simpleTokenDeviceID")?.first("simpleTokenFingerprint")?.text,
            let expires = root.first("simpleTokenExpires").flatMap({ TokenDate.timestamp(proofDate: $0.text) })
        else { throw .malformed }
        var handles: OpenedProfile.Handles?
        if let nameID = root.first("simpleSamlNameID")?.text,
            let sessionIndex = root.first("simpleSamlSessionIndex")?.text
        {
            // Signed by us and yet unreadable: the sealing key was changed, so the subscriber is lost.
            guard let opened = openHandles(nameID: nameID, sessionIndex: sessionIndex) else { throw .badSignature }
            handles = opened
        }
        return OpenedProfile(
            guid: AuthenticationGUID(rawValue: guid), requestor: RequestorID(rawValue: requestor),
            mvpd: MVPDID(rawValue: mvpd), handles: handles, device: DeviceBinding(fingerprint: fingerprint),
            expires: expires)
    }

    /// Web tokens carry four SHA-1 digests of what the browser said of itself; they are informative only.
    private func write(_ fragments: DeviceFragments, to device: inout XMLWriter) {
        func digest(_ text: String) -> String { Hex.encode(Digest.sha1(text.utf8)) }
        device.element("simpleTokenDeviceIDFragments") { list in
            list.element("simpleTokenBrowserInfo", digest(fragments.browser))
            list.element("simpleTokenPlatformInfo", digest(fragments.platform))
            list.element("simpleTokenVendorInfo", digest(fragments.vendor))
            list.element("simpleTokenIpAddr", digest(fragments.address))
        }
    }
}
