package import PassCore

/// Issues media tokens for decisions, and accepts each token as many times as its text was issued, which is usually
/// once.
package final class MediaTokenService: Sendable {
    private let catalog: Catalog
    private let tokens: any TokenSealer
    private let mediaTokenAllowances: any RecordStore<MediaTokenAllowance>
    private let latestPresentation: LatestTimestamp
    private let proofs: ProofService

    package init(
        catalog: Catalog, tokens: any TokenSealer,
        mediaTokenAllowances: any RecordStore<MediaTokenAllowance>, latestPresentation: LatestTimestamp,
        proofs: ProofService
    ) {
        self.catalog = catalog
        self.tokens = tokens
        self.mediaTokenAllowances = mediaTokenAllowances
        self.latestPresentation = latestPresentation
        self.proofs = proofs
    }

    /// The contents of a client's request for a media token.
    package struct Request: Sendable {
        /// The decision's token (authZ token).
        package var decision: String
        package var requestor: RequestorID
        package var mvpd: MVPDID?
        package var device: Device?
        package var kind: Device.Kind
        /// The authentication GUID that the client names; it is not checked.
        package var sessionGUID: String

        package init(
            decision: String, requestor: RequestorID, mvpd: MVPDID?, device: Device?, kind: Device.Kind,
            sessionGUID: String
        ) {
            self.decision = decision
            self.requestor = requestor
            self.mvpd = mvpd
            self.device = device
            self.kind = kind
            self.sessionGUID = sessionGUID
        }
    }

    /// Issues a media token for a decision.
    ///
    /// - Returns: the sealed token.
    /// - Throws: `.unknownRequestor`, `.storeFull`, and the errors of `ProofService.decision`.
    package func issue(_ request: Request, now: Timestamp) throws -> String {
        let requestor = try catalog.requestor(request.requestor)
        let (decision, integration) = try proofs.decision(
            request.decision, requestor: requestor, mvpd: request.mvpd, device: request.device,
            kind: request.kind, now: now)
        return try issue(for: decision, at: integration, sessionGUID: request.sessionGUID, now: now).text
    }

    /// A media token and its sealed text.
    package struct Issued: Sendable, Hashable {
        package var token: MediaToken
        package var text: String
    }

    /// Issues a media token for a decision that was just made or checked.
    ///
    /// - Throws: `.storeFull`.
    func issue(
        for decision: Decision, at integration: Integration, sessionGUID: String, now: Timestamp
    ) throws -> Issued {
        let token = MediaToken(
            sessionGUID: tokens.sessionGUID(of: sessionGUID), requestor: decision.requestor,
            resource: decision.resource, mvpd: decision.mvpd, proxyMVPD: decision.proxy ?? integration.proxy,
            issued: now, timeToLive: integration.timesToLive.media)
        let text = tokens.seal(token)
        try allowPresentation(of: text, until: token.expires, now: now)
        return Issued(token: token, text: text)
    }

    /// The result of the check of a media token, for the programmer's server that presents the token.
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

        /// The token's contents, if the token is well-formed and its signature is valid.
        package var token: MediaToken? {
            switch self {
            case .valid(let token), .expired(let token), .wrongResource(let token), .wrongRequestor(let token),
                .alreadyUsed(let token):
                token
            case .malformed, .badSignature: nil
            }
        }
    }

    /// Checks a token and, if it is valid, uses up one of the times that it may be presented.
    ///
    /// If a token that was issued once is presented twice at the same time, exactly one presentation succeeds.
    ///
    /// - Parameters:
    ///   - resource: the resource that the server is about to stream; `nil` checks no resource.
    ///   - requestor: the requestor that the token must belong to; `nil` accepts any.
    /// - Throws: `.storeFull`.
    package func present(
        _ token: String, resource: String?, requestor: RequestorID?, now: Timestamp
    ) throws -> Verdict {
        let opened: MediaToken
        do {
            opened = try tokens.openMediaToken(token)
            Check.note(true, .signature(.mediaToken, nil))
        } catch {
            Check.note(false, .signature(.mediaToken, error))
            return error == .badSignature ? .badSignature : .malformed
        }
        guard Check.note(now < opened.expires, .expiry(.mediaToken, expires: opened.expires, now: now)) else {
            return .expired(opened)
        }
        if let resource {
            guard
                Check.note(
                    opened.resource.isMeant(by: resource), .mediaResource(opened.resource.name, asks: resource))
            else { return .wrongResource(opened) }
        }
        if let requestor {
            guard
                Check.note(
                    requestor == opened.requestor, .owner(.mediaToken, opened.requestor, asks: requestor))
            else { return .wrongRequestor(opened) }
        }
        let isTaken = try takePresentation(of: token, until: opened.expires, now: now)
        return Check.note(isTaken, .presentation) ? .valid(opened) : .alreadyUsed(opened)
    }

    /// Allows one more presentation of a token that was just issued.
    ///
    /// Tokens issued within the same second may have identical texts. Such a text may be presented once for each of
    /// them.
    private func allowPresentation(of token: String, until expires: Timestamp, now: Timestamp) throws {
        let first = MediaTokenAllowance(digest: tokens.digest(of: token), remaining: 1, expires: expires)
        latestPresentation.record(now)
        try mediaTokenAllowances.upsert(first, now: now) { $0.remaining += 1 }
    }

    /// Uses up one of the times that a token may be presented; returns `false` if none is left.
    ///
    /// A token without a record, e.g. after a restart, may be presented once. A token that had already expired before
    /// the clock was set back may not be presented, because the record of its use may have been discarded after the
    /// expiry.
    private func takePresentation(of token: String, until expires: Timestamp, now: Timestamp) throws -> Bool {
        let usedUp = MediaTokenAllowance(digest: tokens.digest(of: token), remaining: 0, expires: expires)
        let mayBeForgotten = latestPresentation.record(now) >= expires
        return try mediaTokenAllowances.upsert(usedUp, now: now) { $0.take() } ?? !mayBeForgotten
    }
}
