import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// A sign-in without a browser. It takes the same steps as a login in a browser, but the MVPD answers at once.
struct SignIn {
    private let request: SignInRequest
    private let control: any StateControl
    private let links: Links
    private let now: Timestamp
    /// The World in which to sign in; with new settings if the request changes the user's metadata.
    private var world: World

    private static let withoutHolder = ControlProblem(
        .conflict, "No holder", "This is a promotional pass, whose holder only the app can name.")
    private static let withoutProfile = ControlProblem(
        .conflict, "No profile",
        "The login gives no profile: it would have expired already, or the integration with the MVPD has ended.")
    private static let usedCode = ControlProblem(
        .conflict, "Used code", "A user has already signed in with this code.")
    /// The maximum number of clients that get a profile from one sign-in.
    private static let mostClients = 100

    init(_ request: SignInRequest, _ exchange: Exchange, _ control: any StateControl) {
        self.request = request
        self.control = control
        links = exchange.links
        now = exchange.now
        world = exchange.world
    }

    /// The result of a sign-in.
    struct Result {
        enum Kind: String {
            case session
            case profile
            case device
        }

        let kind: Kind
        let requestor: RequestorID
        let mvpd: MVPDID
        let user: String?
        let session: SessionID
        let code: String
        let expires: Timestamp
        /// The authN token for the device.
        var token: String?
        /// The profiles for apps of REST API v2.
        var profiles: [StateEntry] = []
    }

    /// Signs the subscriber in.
    ///
    /// - Throws: `ControlProblem`, `EntitlementFailure`.
    mutating func perform() throws -> Result {
        do {
            switch request.target {
            case .code(let text): return try signIn(byCode: text)
            case .device(let device): return try signIn(on: device)
            }
        } catch EntitlementFailure.sessionWithoutUser {
            throw Self.withoutProfile
        }
    }

    // MARK: By a code

    private mutating func signIn(byCode text: String) throws -> Result {
        guard let code = try world.services.registrationCodes.findIfKnown(text, requestor: nil, now: now) else {
            throw ControlProblem(.notFound, "Unknown code", "There is no such code, or it has expired.")
        }
        if let named = request.requestor, !named.hasSameBytes(as: code.requestor.rawValue) {
            throw ControlProblem(
                .conflict, "Code of another requestor", "The code belongs to the requestor \(code.requestor).")
        }
        let requestor = try KnownNames(world: world).requestor(code.requestor.rawValue)
        guard let mvpd = request.mvpd ?? code.details[.mvpd] else { throw EntitlementFailure.missingParameter("mvpd") }
        let integration = try KnownNames(world: world).integration(of: requestor, with: mvpd)
        try checkUnused(code)
        if code.owner != nil, integration.isTemporaryPass || integration.skipsLogin {
            throw ControlProblem(
                .conflict, "No login needed", "Apps of REST API v2 need no login at this MVPD: they ask for decisions.")
        }
        let answer = try answer(at: integration)
        if code.owner != nil {
            _ = try world.services.appSessions.resume(
                code.code.string, requestor: requestor.id, .init(mvpd: integration.mvpd.id), now: now)
        }
        let session = try login(code, at: integration, answer)
        var expires = end(of: session, at: integration)
        var profiles: [StateEntry] = []
        if let owner = code.owner,
            let found = try world.services.appProfiles.find(for: AppCaller(owner: owner), at: session.mvpd, now: now)
        {
            expires = found.entry.profile.expires
            profiles = [try entry(found.entry, of: owner)]
        }
        return Result(
            kind: code.owner == nil ? .session : .profile, requestor: session.requestor, mvpd: session.mvpd,
            user: request.user, session: session.id, code: code.code.string, expires: expires, profiles: profiles)
    }

    private func checkUnused(_ code: RegistrationCode) throws {
        if try CodeKind.isUsed(code, scope) {
            _ = try world.services.appProfiles.finish(code, now: now)
            throw Self.usedCode
        }
        if code.owner != nil, now >= world.services.appSessions.end(of: code) {
            throw ControlProblem(.notFound, "Unknown code", "The session of this code has expired.")
        }
    }

    // MARK: On a device

    private mutating func signIn(on device: Device) throws -> Result {
        guard let name = request.requestor else { throw EntitlementFailure.missingParameter("requestor") }
        guard let mvpd = request.mvpd else { throw EntitlementFailure.missingParameter("mvpd") }
        let requestor = try KnownNames(world: world).requestor(name)
        let integration = try KnownNames(world: world).integration(of: requestor, with: mvpd)
        let owners = try owners(of: requestor, on: device, at: integration)
        let answer = try answer(at: integration)
        // A registration code binds the login to the device, as if the device had asked for one.
        let code = try world.services.registrationCodes.create(
            requestor: requestor.id, deviceID: device.id, details: [.mvpd: mvpd], timeToLive: nil, now: now)
        let session = try login(code, at: integration, answer)
        try world.services.platformSignOn.keep(session, of: device.id, now: now)
        let profiles = world.services.profiles
        let profile = try profiles.profile(
            of: profiles.login(of: .registrationCode(code.code.string), requestor: requestor.id, now: now),
            device: device, kind: device.kind, fragments: nil, now: now)
        var entries: [StateEntry] = []
        for owner in owners {
            try world.services.appProfiles.keep(session, of: owner, isPartnerLogin: false, now: now)
            let found = try world.services.appProfiles.find(
                for: AppCaller(owner: owner), at: session.mvpd, now: now)
            if let found { entries.append(try entry(found.entry, of: owner)) }
        }
        return Result(
            kind: .device, requestor: session.requestor, mvpd: session.mvpd, user: request.user, session: session.id,
            code: code.code.string, expires: profile.expires, token: world.ports.tokens.seal(profile),
            profiles: entries)
    }

    /// Returns the apps of REST API v2 on the device that get a profile.
    private func owners(
        of requestor: Requestor, on device: Device, at integration: Integration
    ) throws -> [AppProfiles.Owner] {
        func owner(_ client: ClientID) -> AppProfiles.Owner {
            .init(requestor: requestor.id, client: client, deviceID: device.id)
        }
        if let client = request.client {
            let isKnown = try world.stores.applications.find(client, now: now) != nil
            guard isKnown || world.policy.unknownClients == .accept else {
                throw ControlProblem(.notFound, "Unknown client", "There is no client with this identifier.")
            }
            return [owner(client)]
        }
        guard !integration.isTemporaryPass, !integration.skipsLogin else { return [] }
        let clients = try world.stores.applications.records(now: now).filter { client in
            !client.isRevoked && client.statement.covers(requestor.id)
        }
        return clients.map(\.id).sorted { $0.rawValue < $1.rawValue }.prefix(Self.mostClients).map(owner)
    }

    // MARK: Both

    /// Signs the user in at the MVPD.
    ///
    /// - Returns: the MVPD's answer; `nil` if there is no MVPD to ask.
    private mutating func answer(at integration: Integration) throws -> AuthenticationService.MVPDAnswer? {
        if integration.isTemporaryPass || integration.skipsLogin {
            for (name, isThere) in [
                ("user", request.user != nil), ("ttlSeconds", request.timeToLive != nil),
                ("homeBased", request.isHomeBased),
                ("metadata", request.metadata != nil),
            ] where isThere {
                throw EntitlementFailure.malformedParameter(
                    name, reason: "doesn't apply, because no user signs in at this MVPD")
            }
            if integration.isTemporaryPass, integration.mvpd.temporaryPass.identity != nil { throw Self.withoutHolder }
            return nil
        }
        guard let user = request.user else { throw EntitlementFailure.missingParameter("user") }
        let mvpd = integration.actingMVPD
        let users = control.subscribers(of: mvpd, in: world)
        let subscriber = SubscriberID(rawValue: user)
        guard users.contains(subscriber) else { throw KnownNames.unknownUser(user, among: users) }
        if let sentence = control.refusal(of: subscriber, at: mvpd, in: world) {
            throw ControlProblem(.conflict, "Sign-in refused", "The MVPD refuses the user: \(sentence)")
        }
        let instant = try instant(at: integration)
        if let metadata = request.metadata {
            let subscribers = JSONValue.object([ExactText(user): .object(["metadata": metadata])])
            world = try control.configure(
                world.name, String(decoding: JSONWriter.bytes(of: .object(["subscribers": subscribers])), as: UTF8.self)
            )
        }
        var answer = try control.signIn(
            subscriber, at: mvpd, for: integration.requestor, isHomeBased: request.isHomeBased, in: world, now: now)
        answer?.instant = instant
        guard let answer else { throw KnownNames.unknownUser(user, among: users) }
        return answer
    }

    /// Returns the time to record for the sign-in so that the profile ends after the requested time to live; `nil`
    /// means now.
    private func instant(at integration: Integration) throws(EntitlementFailure) -> Timestamp? {
        guard let seconds = request.timeToLive else { return nil }
        let timeToLive = integration.timesToLive.profile(isHomeBased: request.isHomeBased)
        guard .seconds(seconds) <= timeToLive else {
            throw .malformedParameter(
                "ttlSeconds",
                reason: "isn't a number from 1 to \(timeToLive.seconds), the time to live of the "
                    + "integration's profiles"
            )
        }
        return now + .seconds(seconds) - timeToLive
    }

    /// Begins and completes the login with a code. Throws if another login has used the code in the meantime.
    private func login(
        _ code: RegistrationCode, at integration: Integration, _ answer: AuthenticationService.MVPDAnswer?
    ) throws -> AuthenticationSession {
        let authentication = world.services.authentication
        do {
            let begun = try authentication.begin(
                .init(
                    requestor: code.requestor, mvpd: integration.mvpd.id, redirectURL: nil,
                    registrationCode: code.code.string, generic: nil, issuer: links.serviceEntity,
                    answerURL: links.landing, mustBeFirst: true),
                now: now)
            switch begun.start {
            case .signedIn(let session): return session
            case .atMVPD(let session, _):
                guard let answer else { throw EntitlementFailure.notIntegrated(integration.mvpd.id) }
                let completed = try authentication.complete(session.id, mustBeFirst: true, now: now) { _, _ in answer }
                if completed.state.login == nil { throw Self.withoutProfile }
                return completed
            case .notIntegrated: throw EntitlementFailure.notIntegrated(integration.mvpd.id)
            case .withoutHolder: throw Self.withoutHolder
            }
        } catch EntitlementFailure.loginRefused {
            throw Self.usedCode
        }
    }

    /// Returns when the profile of a login ends.
    private func end(of session: AuthenticationSession, at integration: Integration) -> Timestamp {
        guard let login = session.state.login else { return now }
        if integration.isTemporaryPass {
            return (login.instant + integration.mvpd.temporaryPass.timeToLive).wholeSecond
        }
        return (login.instant + integration.timesToLive.profile(isHomeBased: login.isHomeBased)).wholeSecond
    }

    private var scope: StateScope { StateScope(world: world, now: now, control: control) }

    private func entry(_ profile: AppProfiles.Entry, of owner: AppProfiles.Owner) throws -> StateEntry {
        try ProfileKind.entry(profile, of: owner, scope)
    }
}
