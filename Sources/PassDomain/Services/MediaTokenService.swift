package import PassCore

/// Issues media tokens for permissions, and accepts each of them as often as it was issued: once, as a rule.
package struct MediaTokenService: Sendable {
    let world: World

    /// What a client asks.
    package struct Request: Sendable {
        package var permission: String
        package var requestor: RequestorID
        package var mvpd: MVPDID?
        package var device: Device?
        package var kind: Device.Kind
        /// The authentication GUID as the client gives it; it is not checked.
        package var sessionGUID: String

        package init(
            permission: String, requestor: RequestorID, mvpd: MVPDID?, device: Device?, kind: Device.Kind,
            sessionGUID: String
        ) {
            self.permission = permission
            self.requestor = requestor
            self.mvpd = mvpd
            self.device = device
            self.kind = kind
            self.sessionGUID = sessionGUID
        }
    }

    /// - Returns: the sealed token.
    /// - Throws: `.unknownRequestor`, `.storeFull`, and what `ProofService.permission` throws.
    package func issue(_ request: Request, now: Timestamp) throws -> String {
        let requestor = try world.catalog.requestor(request.requestor, world.policy)
        let permission = try world.proofs.permission(
            request.permission, requestor: requestor.id, mvpd: request.mvpd, device: request.device,
            kind: request.kind, now: now)
        let integration = world.catalog.integration(requestor, permission.mvpd, world.policy)
        let token = MediaToken(
            sessionGUID: world.tokens.sessionGUID(of: request.sessionGUID), requestor: requestor.id,
            resource: permission.resource, mvpd: permission.mvpd, proxyMVPD: permission.proxy ?? integration?.proxy,
            issued: now, life: (integration?.lives ?? world.policy.lives).media)
        let text = world.tokens.seal(token)
        try allowPresentation(of: text, until: token.expires, now: now)
        return text
    }

    /// What a programmer's server learns of a token that was presented to it.
    package enum Verdict: Sendable, Hashable {
        case valid(MediaToken)
        case malformed
        case badSignature
        case expired(MediaToken)
        case wrongResource(MediaToken)
        case wrongRequestor(MediaToken)
        case alreadyUsed(MediaToken)

        package var isValid: Bool {
            if case .valid = self { true } else { false }
        }

        /// What the token says, if it could be read and its signature is good.
        package var token: MediaToken? {
            switch self {
            case .valid(let token), .expired(let token), .wrongResource(let token), .wrongRequestor(let token),
                .alreadyUsed(let token):
                token
            case .malformed, .badSignature: nil
            }
        }
    }

    /// Judges a token and, when it is good, takes its presentation: of two at the same instant exactly one wins.
    ///
    /// - Parameters:
    ///   - resource: what the server is about to stream; `nil` checks no resource.
    ///   - requestor: whose token it must be; `nil` takes anyone's.
    /// - Throws: `.storeFull`.
    package func present(
        _ token: String, resource: String?, requestor: RequestorID?, now: Timestamp
    ) throws -> Verdict {
        let opened: MediaToken
        do {
            opened = try world.tokens.openMediaToken(token)
        } catch {
            return error == .badSignature ? .badSignature : .malformed
        }
        guard now < opened.expires else { return .expired(opened) }
        if let resource, !opened.resource.isMeant(by: resource) { return .wrongResource(opened) }
        if let requestor, requestor != opened.requestor { return .wrongRequestor(opened) }
        return try takePresentation(of: token, until: opened.expires, now: now) ? .valid(opened) : .alreadyUsed(opened)
    }

    /// Counts a token that was issued: those of one second are the same text when nothing else tells them apart, and
    /// each of them may be presented.
    private func allowPresentation(of token: String, until expires: Timestamp, now: Timestamp) throws {
        let first = MediaTokenAllowance(digest: world.tokens.digest(of: token), remaining: 1, expires: expires)
        _ = world.stores.latestPresentation.reached(now)
        try world.stores.mediaTokenAllowances.upsert(first, now: now) { $0.remaining += 1 }
    }

    /// Takes one of a token's presentations; one that isn't known here, as after a restart, has one.
    ///
    /// A token that had expired before the clock was set back may be one whose use was forgotten then, so it has none.
    private func takePresentation(of token: String, until expires: Timestamp, now: Timestamp) throws -> Bool {
        let usedUp = MediaTokenAllowance(digest: world.tokens.digest(of: token), remaining: 0, expires: expires)
        let mayBeForgotten = world.stores.latestPresentation.reached(now) >= expires
        return try world.stores.mediaTokenAllowances.upsert(usedUp, now: now) { $0.take() } ?? !mayBeForgotten
    }
}
