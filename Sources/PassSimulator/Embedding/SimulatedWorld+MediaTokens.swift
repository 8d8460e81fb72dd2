import PassCore
import PassDomain
import PassInstruments
import PassTokens

extension SimulatedWorld {
    /// Presents a media token to this World for verification, as a programmer's server does; a valid token is used up.
    ///
    /// - Parameters:
    ///   - token: the token as it was issued, or that text in base64.
    ///   - resource: the resource that the server is about to stream; `nil` checks no resource.
    ///   - requestor: the requestor that the token must belong to; `nil` accepts any requestor.
    public func verifyMediaToken(
        _ token: String, resource: String?, requestor: String? = nil
    ) -> MediaTokenVerdict {
        let world = namespace.world
        do {
            return MediaTokenVerdict(
                try world.services.mediaTokens.present(
                    PassTokens.MediaTokenVerifier.plain(token), resource: resource,
                    requestor: requestor.map(RequestorID.init(rawValue:)), now: world.clock.now()))
        } catch {
            return MediaTokenVerdict(validity: .errorUnknown, token: nil)
        }
    }
}

extension MediaTokenVerdict {
    fileprivate init(_ verdict: MediaTokenService.Verdict) {
        self.init(
            validity: MediaTokenValidity(rawValue: VerdictName.of(verdict)) ?? .errorUnknown,
            token: verdict.token.map { token in
                MediaTokenContents(
                    sessionGUID: token.sessionGUID, requestorID: token.requestor.rawValue,
                    resourceID: token.resource.text.string, mvpdID: token.mvpd.rawValue,
                    proxyMVPDID: token.proxyMVPD?.rawValue, issuedMillis: token.issued.milliseconds,
                    expiresMillis: token.expires.milliseconds)
            })
    }
}
