import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassTokens

/// Makes tokens without the flows in which the service issues them.
struct Mint {
    let world: World
    let now: Timestamp
    let control: any StateControl

    /// A token with its times and identifiers.
    struct Minted {
        var text: String
        var issued: Timestamp
        var timeToLive: TimeToLive
        /// The login of an authN token, by its identifier in the list of logins.
        var login: String?
        /// The client of an access token.
        var client: String?
    }

    /// The key for the state `foreignKey`, which isn't one of the service's. It is made when the first token needs it.
    private static let foreignKey = Swift.Result { try RSAPrivateKey.generate() }

    /// Makes the token that a request describes.
    ///
    /// - Throws: `ControlProblem`, `EntitlementFailure`.
    func token(_ request: MintRequest) throws -> Minted {
        let requestor = try KnownNames(world: world).requestor(request.requestor)
        var minted: Minted
        switch request.kind {
        case .authn: minted = try authN(request, try integration(request, requestor))
        case .authz: minted = try authZ(request, try integration(request, requestor))
        case .media: minted = try media(request, try integration(request, requestor))
        case .access: minted = try access(request, requestor)
        }
        let forged: ForgedSignature? =
            switch request.state {
            case .valid, .expired, .otherDevice: nil
            case .foreignKey: .foreign(try Self.foreignKey.get())
            case .badSignature: .altered
            }
        if let forged, let text = forged.applied(to: minted.text) { minted.text = text }
        return minted
    }

    private func integration(_ request: MintRequest, _ requestor: Requestor) throws -> Integration {
        try KnownNames(world: world).integration(of: requestor, with: request.mvpd ?? "")
    }

    // MARK: The kinds

    private func authN(_ request: MintRequest, _ integration: Integration) throws -> Minted {
        let user = try subscriber(request.user ?? "", at: integration)
        let timeToLive = request.timeToLive ?? integration.timesToLive.authentication
        let issued = try issued(request, timeToLive)
        var profile = Profile(
            guid: AuthenticationGUID(rawValue: world.identifiers.uuid().text.asciiUppercased),
            requestor: integration.requestor, mvpd: integration.mvpd.id, subscriber: user.id, session: session(),
            device: binding(request), expires: issued + timeToLive, timeToLive: timeToLive,
            refreshToken: user.refreshToken)
        profile.proxy = integration.proxy
        profile.permitsAll = integration.degradation == .authZAll
        let origin = ProfileOrigin(
            guid: profile.guid, subscriber: profile.subscriber, session: profile.session,
            providerSession: user.providerSession, refreshToken: profile.refreshToken, expires: profile.expires)
        if now < origin.expires { try world.stores.profileOrigins.put(origin, now: now) }
        return Minted(
            text: world.ports.tokens.seal(profile), issued: issued, timeToLive: timeToLive,
            login: profile.guid.rawValue)
    }

    private func authZ(_ request: MintRequest, _ integration: Integration) throws -> Minted {
        let timeToLive = request.timeToLive ?? integration.timesToLive.authorization
        let issued = try issued(request, timeToLive)
        let decision = Decision(
            requestor: integration.requestor, resource: try resource(request), mvpd: integration.mvpd.id,
            proxy: integration.proxy, device: binding(request), expires: issued + timeToLive)
        let text = world.ports.tokens.seal(decision)
        let origin = DecisionOrigin(
            digest: world.ports.tokens.digest(of: text), sessions: [session()], expires: decision.expires)
        if request.state == .valid { try world.stores.decisionOrigins.put(origin, now: now) }
        return Minted(text: text, issued: issued, timeToLive: timeToLive)
    }

    private func media(_ request: MintRequest, _ integration: Integration) throws -> Minted {
        let timeToLive = request.timeToLive ?? integration.timesToLive.media
        let issued = try issued(request, timeToLive)
        let token = MediaToken(
            sessionGUID: world.ports.tokens.sessionGUID(of: world.identifiers.uuid().text),
            requestor: integration.requestor, resource: try resource(request), mvpd: integration.mvpd.id,
            proxyMVPD: integration.proxy, issued: issued, timeToLive: timeToLive)
        let text = world.ports.tokens.seal(token)
        if request.state == .valid {
            let allowance = MediaTokenAllowance(
                digest: world.ports.tokens.digest(of: text), remaining: 1, expires: token.expires)
            world.stores.latestPresentation.record(now)
            try world.stores.mediaTokenAllowances.upsert(allowance, now: now) { $0.remaining += 1 }
        }
        return Minted(text: text, issued: issued, timeToLive: timeToLive)
    }

    private func access(_ request: MintRequest, _ requestor: Requestor) throws -> Minted {
        let timeToLive = request.timeToLive ?? world.policy.accessTokenTimeToLive
        let issued = try issued(request, timeToLive)
        let client = try client(request, requestor)
        let token = AccessToken(
            id: world.identifiers.uuid().text, client: client, scopes: [ClientRegistrationService.scope],
            issued: issued, expires: issued + timeToLive)
        return Minted(
            text: world.ports.credentials.seal(token), issued: issued, timeToLive: timeToLive, client: client.rawValue)
    }

    // MARK: What tokens hold

    /// Returns the subscriber. At an OAuth 2.0 MVPD the subscriber gets the refresh token of a login, without which the
    /// MVPD denies every resource.
    private func subscriber(
        _ user: String, at integration: Integration
    ) throws -> (id: SubscriberID, providerSession: String?, refreshToken: String?) {
        let mvpd = integration.actingMVPD
        let users = control.subscribers(of: mvpd, in: world)
        let id = SubscriberID(rawValue: user)
        guard users.contains(id) else { throw KnownNames.unknownUser(user, among: users) }
        guard mvpd.style == .oauth2 else { return (id, nil, nil) }
        do {
            let answer = try control.signIn(
                id, at: mvpd, for: integration.requestor, isHomeBased: false, in: world, now: now)
            return (id, answer?.providerSession, answer?.refreshToken)
        } catch EntitlementFailure.loginRefused(_) {
            return (id, nil, nil)
        }
    }

    private func resource(_ request: MintRequest) throws -> Resource {
        let text = request.resource ?? ""
        guard let resource = try? ResourceReader.read(requested: text),
            resource.isMRSS || !text.hasControlCharacters
        else { throw EntitlementFailure.malformedParameter("resource", reason: "is neither an identifier nor MRSS") }
        return resource
    }

    /// Returns the client that the request names, or registers one for the requestor.
    private func client(_ request: MintRequest, _ requestor: Requestor) throws -> ClientID {
        if let client = request.client {
            let isKnown = try world.stores.applications.find(client, now: now) != nil
            guard isKnown || world.policy.unknownClients == .accept else {
                throw ControlProblem(.notFound, "Unknown client", "There is no client with this identifier.")
            }
            return client
        }
        let application = RegisteredApplication(
            id: ClientID(rawValue: world.identifiers.uuid().text), secret: world.identifiers.uuid().text, issued: now,
            redirectURIs: [], scopes: [ClientRegistrationService.scope],
            statement: SoftwareStatement(
                application: world.identifiers.uuid().text, clientName: "Minted", requestors: [requestor.id]))
        try world.stores.applications.put(application, now: now)
        return application.id
    }

    private func session() -> SessionID {
        SessionID(rawValue: world.identifiers.hex(byteCount: 16).asciiUppercased)
    }

    /// Returns the token's device binding: to the requested device, to another one, or to none.
    private func binding(_ request: MintRequest) -> DeviceBinding {
        guard var device = request.device else { return .unbound }
        if request.state == .otherDevice { device.id = ExactText("other-" + device.id.string) }
        return world.ports.devices.bind(device)
    }

    /// Returns the time of issue, and checks that it fits the state.
    private func issued(_ request: MintRequest, _ timeToLive: TimeToLive) throws(EntitlementFailure) -> Timestamp {
        let isExpired = request.state == .expired
        let issued = (request.issued ?? (isExpired ? now - timeToLive - .seconds(1) : now)).wholeSecond
        if issued > now { throw .malformedParameter("issued", reason: "is in the future") }
        guard (issued + timeToLive <= now) == isExpired else {
            throw .malformedParameter(
                "state",
                reason: isExpired
                    ? "is expired, but issued and ttlSeconds make a token that isn't"
                    : "is \(request.state.rawValue), but issued and ttlSeconds make a token that has expired")
        }
        return issued
    }
}
