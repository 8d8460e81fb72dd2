import PassCore
import PassCrypto
package import PassDomain
import PassXML

/// The authN token: `simpleAuthenticationToken` (legacy protocol, "AuthN token").
extension SignedTokenSealer {
    private static let root = "simpleAuthenticationToken"
    /// The `simpleTokenDomainName` of every token.
    private static let domainName = "adobe.com"
    /// The number of bytes, counted from the token's beginning, at which its list of resources is cut off.
    private static let longestList = 49_152

    package func seal(_ profile: Profile) -> String {
        issued.count(.authn)
        var writer = XMLWriter()
        writer.element(Self.root) { token in
            let isRecorded = forms.elements == .recorded
            let (nameID, sessionIndex) = isRecorded ? handles(of: profile) : ("", "")
            token.element("simpleTokenAuthenticationGuid", profile.guid.rawValue)
            if isRecorded {
                token.element("simpleSamlSessionIndex", sessionIndex)
            }
            token.element("simpleTokenRequestorID", profile.requestor.rawValue)
            token.element("simpleTokenDomainName", Self.domainName)
            token.element(
                "simpleTokenExpires", TokenDate.proofDate(profile.expires, offsetMinutes: forms.utcOffsetMinutes))
            token.element("simpleTokenMsoID", msoID(profile.mvpd, behind: profile.proxy))
            token.element("simpleTokenDeviceID") { device in
                device.element("simpleTokenFingerprint", profile.device.fingerprint.string)
                if isRecorded, let fragments = profile.fragments { write(fragments, to: &device) }
            }
            if isRecorded {
                token.element("simpleSamlNameID", nameID)
                token.element("ttl", String(profile.timeToLive.seconds))
                if profile.proxy != nil { token.element("simpleTokenSubMvpdID", profile.mvpd.rawValue) }
                if !profile.resources.isEmpty {
                    token.element("simpleAuthorizedResources") { list in
                        // Clients take the first attribute, whatever its name. The list is cut off where the token
                        // would become too long to be read again.
                        for name in profile.resources where list.bytes.count < Self.longestList {
                            list.empty("simpleAuthorizedResource", [("simpleResourceID", name.string)])
                        }
                    }
                }
                if profile.permitsAll { token.element("zAll", "true") }
            }
        }
        let token = sign(writer)
        recentProfiles[.init(token)] = opened(profile)
        return token
    }

    /// Returns what `openProfile` reads from the profile's token; `nil` if a reader may get something other than what
    /// was written.
    private func opened(_ profile: Profile) -> OpenedProfile? {
        guard profile.guid.rawValue.isReadAsWritten, profile.requestor.rawValue.isReadAsWritten,
            profile.mvpd.rawValue.isReadAsWritten, profile.proxy?.rawValue.isReadAsWritten ?? true,
            profile.device.fingerprint.string.isReadAsWritten, TokenDate.isReadAsWritten(profile.expires),
            // In a handle's content, a space marks the end of the session.
            !profile.session.rawValue.utf8.contains(UInt8(ascii: " "))
        else { return nil }
        var opened = OpenedProfile(
            guid: profile.guid, requestor: profile.requestor, mvpd: profile.mvpd, handles: nil, device: profile.device,
            expires: profile.expires.wholeSecond)
        if forms.elements == .recorded {
            opened.proxy = profile.proxy
            opened.handles = .init(
                subscriber: profile.subscriber, session: profile.session,
                refreshToken: profile.isTemporary ? nil : profile.refreshToken)
            opened.timeToLive = .seconds(profile.timeToLive.seconds)
            opened.permitsAll = profile.permitsAll
        }
        return opened
    }

    /// Returns the two handles. Those of a temporary pass are one and the same text, as recorded from real tokens.
    private func handles(of profile: Profile) -> (nameID: String, sessionIndex: String) {
        let subscriber = profile.subscriber.rawValue
        guard profile.isTemporary else {
            return (seal(subscriber, .nameID), seal(Self.login(of: profile), .sessionIndex))
        }
        let both = seal("\(profile.session) \(subscriber)", .temporaryPass)
        return (both, both)
    }

    package func openProfile(_ token: String) throws(ProofRefusal) -> OpenedProfile {
        guard token.utf8.count <= SignedEnvelope.maximumBytes else { throw .malformed }
        return try recentProfiles.reading(of: .init(token)) { () throws(ProofRefusal) in try readProfile(token) }
    }

    private func readProfile(_ token: String) throws(ProofRefusal) -> OpenedProfile {
        let root = try open(token, root: Self.root)
        guard let guid = root.first("simpleTokenAuthenticationGuid")?.text,
            let requestor = root.first("simpleTokenRequestorID")?.text, let (mvpd, proxy) = mvpds(of: root),
            let fingerprint = root.first("simpleTokenDeviceID")?.first("simpleTokenFingerprint")?.text,
            let expires = root.first("simpleTokenExpires").flatMap({ TokenDate.timestamp(proofDate: $0.text) })
        else { throw .malformed }
        var handles: OpenedProfile.Handles?
        if let nameID = root.first("simpleSamlNameID")?.text,
            let sessionIndex = root.first("simpleSamlSessionIndex")?.text
        {
            // The service signed the token, yet its handles can't be opened. The sealing key must have changed, and the
            // subscriber can't be recovered.
            guard let opened = openHandles(nameID: nameID, sessionIndex: sessionIndex) else { throw .badSignature }
            handles = opened
        }
        return OpenedProfile(
            guid: AuthenticationGUID(rawValue: guid), requestor: RequestorID(rawValue: requestor), mvpd: mvpd,
            proxy: proxy, handles: handles, device: DeviceBinding(fingerprint: fingerprint), expires: expires,
            timeToLive: root.first("ttl").flatMap { Int64($0.text) }.map { .seconds($0) },
            permitsAll: root.first("zAll")?.text == "true")
    }

    /// Writes four SHA-1 digests of the facts that the browser stated about itself. Only web tokens have them, and they
    /// are informative only.
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
