import PassCore
import PassDomain

/// A record of each kind in which no property is empty; several where an enumeration has several cases.
enum RecordSamples {
    static let time = Timestamp(milliseconds: 1_936_513_800_250)

    static var all: [any StoredRecord] {
        codes + sessions + proofs + apps + [
            LogoutInProgress(id: "L1", mvpd: "M", redirectURL: "app://out", request: request, expires: time),
            temporaryPass, platformLogin, linkedDevices, LinkCode(code: "C", subject: "S", expires: time),
        ]
    }

    private static let request = MVPDRequest(id: "_1", issuer: "https://sp", answerURL: "https://sp/answer")

    private static var codes: [any StoredRecord] {
        var details: RegistrationCode.Details = [:]
        for detail in RegistrationCode.Detail.allCases { details[detail] = "\(detail) é" }
        var code = RegistrationCode(
            code: "Q7XK2MB", id: SeededIdentifierSource(seed: 3).uuid(), requestor: "R", deviceID: "d",
            details: details,
            generated: time, expires: time + .minutes(30))
        code.session = "S1"
        code.hasLogin = true
        code.isUsed = true
        return [code]
    }

    private static var sessions: [any StoredRecord] {
        let login = AuthenticationSession.Login(
            subscriber: "user", guid: "GUID", instant: time, providerSession: "P", isHomeBased: true, refreshToken: "T")
        let states: [AuthenticationSession.State] = [
            .pending, .answering, .authenticated(login), .failed, .leaving(login), .loggedOut,
        ]
        return states.map { state in
            var session = AuthenticationSession(
                id: "S1", requestor: "R", mvpd: "M", redirectURL: "app://in", registrationCode: "Q7XK2MB",
                generic: "{}",
                isPassive: true, request: request, state: state, expires: time)
            session.isOfApp = true
            return session
        }
    }

    private static var proofs: [any StoredRecord] {
        let digest = TokenDigest(Array(0..<16))
        return [
            Revocation(session: "S1", expires: time),
            DecisionOrigin(digest: digest, sessions: ["S2", "S1"], expires: time),
            ProfileOrigin(
                guid: "GUID", subscriber: "user", session: "S1", providerSession: "P", isHomeBased: true,
                refreshToken: "T", expires: time),
            DenialCount(session: "S1", count: 3, expires: time),
            MediaTokenAllowance(digest: digest, remaining: 1, expires: time),
        ]
    }

    private static var apps: [any StoredRecord] {
        var client = RegisteredApplication(
            id: "client", secret: "secret", issued: time, redirectURIs: ["app://a"], scopes: ["api:client:v2"],
            statement: SoftwareStatement(
                application: "application", clientName: "App", version: "1.0", redirectURIs: ["app://a"],
                requestors: ["R"], scopes: ["api:client:v2"], grantTypes: ["client_credentials"]))
        client.isRevoked = true
        let owner = AppProfiles.Owner(requestor: "R", client: "client", deviceID: "d")
        var profiles = AppProfiles(key: owner, expires: time)
        profiles.put(
            AppProfiles.Entry(
                profile: profile, begins: time, providerSession: "P", isPartnerLogin: true, source: owner))
        profiles.latestCode = "Q7XK2MB"
        let key = AppDecision.Key(session: "S1", requestor: "R", mvpd: "M", resource: "news")
        let outcomes: [AppDecision.Outcome] = [
            .permitted(decision), .denied(Denial(.fraud, subCode: 1010, "Too many denied requests.")),
        ]
        return [client, profiles]
            + outcomes.map { AppDecision(key: key, outcome: $0, begins: time, expires: time + .hours(1)) }
    }

    private static var profile: Profile {
        var profile = Profile(
            guid: "GUID", requestor: "R", mvpd: "M", subscriber: "user", session: "S1",
            device: DeviceBinding(fingerprint: "f"),
            fragments: DeviceFragments(browser: "b", platform: "p", vendor: "v", address: "a"), expires: time,
            timeToLive: .hours(6), isHomeBased: true, refreshToken: "T")
        profile.proxy = "Proxy"
        profile.isTemporary = true
        profile.permitsAll = true
        profile.resources = ["news"]
        // Not a whole second, as initial values are.
        profile.expires = time
        return profile
    }

    private static var decision: Decision {
        let schemes = [nil, "urn:mpaa", "urn:v-chip", "urn:other"]
        var decision = Decision(
            requestor: "R",
            resource: Resource(
                text: "<rss>\n</rss>", name: "news", isMRSS: true, title: "News",
                ratings: schemes.map { Rating(scheme: $0, "PG") }), mvpd: "M", proxy: "Proxy",
            device: DeviceBinding(fingerprint: "f"), expires: time, permitsAll: true)
        decision.expires = time
        return decision
    }

    private static var temporaryPass: TemporaryPassUse {
        TemporaryPassUse(
            key: .init(requestor: "R", mvpd: "Pass", holder: "h"), began: time, timeToLive: .minutes(10),
            resources: ["news"], holders: ["h", "i"])
    }

    private static var platformLogin: PlatformLogin {
        var login = PlatformLogin(key: .init(requestor: "R", deviceID: "d"), latest: "S3", expires: time)
        login.previous = "S2"
        login.completed = "S1"
        return login
    }

    private static var linkedDevices: LinkedDevices {
        let facts = LinkedDevices.Facts(type: "t", model: "m", system: "s", systemVersion: "v")
        var devices = LinkedDevices(subject: "S", now: time)
        // One more than the record remembers.
        for number in 0...LinkedDevices.mostDevices {
            let id = ExactText("gone \(number)")
            devices.put(.init(id: id, name: id, kind: .regular, facts: facts, lastSeen: time))
            _ = devices.remove(id)
        }
        devices.put(.init(id: "a", name: "A", kind: .linked, facts: facts, lastSeen: time))
        return devices
    }
}
