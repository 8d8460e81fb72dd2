import PassCore
import PassDomain
import PassInstruments
import PassTokens

extension SimulatedWorld {
    /// Presents a media token to this World, as a programmer's server does: a good one is used up by it.
    ///
    /// - Parameters:
    ///   - token: as it was given out, or that text in base64.
    ///   - resource: what the server is about to stream; `nil` checks no resource.
    ///   - requestor: whose token it must be; `nil` takes anyone's.
    public func verifyMediaToken(
        _ token: String, resource: String?, requestor: String? = nil
    ) -> MediaTokenVerdict {
        let world = namespace.world
        do {
            return MediaTokenVerdict(
                try world.mediaTokens.present(
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
