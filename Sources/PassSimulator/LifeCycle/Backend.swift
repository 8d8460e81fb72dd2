import PassAdmin
import PassAdobeServices
import PassClientRegistration
import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassMVPD
import PassRESTv1
import PassRESTv2
import PassTokens
import Synchronization

/// A simulator without its sockets: the Worlds, the endpoint families and the pipeline.
final class Backend: Sendable {
    /// The families of all endpoints that are served.
    let families: [any EndpointFamily]
    let hosts: HostMap
    let pipeline: Pipeline
    let keys: InstallationKeys
    let worlds: Worlds
    let counts = ServerCounts()
    let metrics: ServerMetrics
    private let accepts: Readiness

    /// The Worlds that other nodes change too; `nil` if the store isn't shared.
    let shared: SharedWorlds?

    /// Creates the backend of a simulator.
    ///
    /// - Parameter engine: stores the records; `nil` opens the configured store.
    init(
        _ configuration: Configuration, keys: InstallationKeys, log: RequestLog?, engine: (any StoreEngine)? = nil
    ) throws {
        let realClock = SystemWallClock()
        let worlds = try Worlds(configuration, keys: keys, realClock: realClock, counts: counts, engine: engine)
        self.worlds = worlds
        let shared = try SharedWorlds(worlds, node: configuration.node.name ?? NodeName.standard)
        self.shared = shared
        let metrics = ServerMetrics(counts, worlds)
        self.metrics = metrics
        self.keys = keys
        hosts = configuration.hostMap
        let accepts = Readiness()
        self.accepts = accepts
        let platform = PlatformMessages(samlKey: keys.saml)
        let restV2 = RESTv2Family(
            partner: PartnerMessages(
                begin: { try platform.begin($0, $1, deviceID: $2, $3).request },
                complete: { try platform.complete($0, $1, deviceID: $2, answer: $3, $4) }),
            login: Self.login(BrowserLogin(samlKey: keys.saml, realClock: realClock)))
        let registration = ClientRegistrationFamily()
        let sso = SSOServiceFamily()
        families = [
            AdobeServicesFamily(samlKey: keys.saml, realClock: realClock),
            registration,
            RESTv1Family(),
            restV2,
            sso,
            MVPDFamily(samlKey: keys.saml, sealer: keys.sealer),
            OAuthFamily(samlKey: keys.saml),
            AdminFamily(
                isReady: { accepts.isReady }, trouble: { worlds.storeTrouble }, authority: keys.authority,
                keys: keys.signing.published,
                tokenKeys: [JSONWebKey(keys.token.publicKey), JSONWebKey(keys.saml.publicKey)], hosts: hosts.names,
                descriptions: [
                    "rest-v2.json": { restV2.description.bytes },
                    "dcr.json": { registration.description.bytes },
                    "sso-service.json": { sso.description.bytes },
                ],
                rules: .standard, namespaces: worlds,
                journalSecrets: configuration.journal.secrets == .masked ? .masked : .shown,
                // The remaining sixteenth is for the head of the same answer and for other answers.
                longestFile: configuration.limits.bufferedBytes / 16 * 15,
                peers: shared.map { PeerClient($0, configuration.admin.token, keys.authority) },
                metrics: { metrics.families() }),
        ]
        pipeline = Pipeline(
            families: families, namespaces: worlds.namespaces, changes: KeptChanges(worlds), shared: shared,
            addressing: Addressing(
                hosts: hosts, operatorHosts: configuration.operatorHosts,
                trustedProxies: TrustedProxies(ranges: configuration.trustedProxies)),
            operatorToken: OperatorToken(configuration.admin.token), log: log, realClock: realClock,
            counts: counts)
    }

    /// Returns a function that begins a login in the legacy family, for sessions of REST API v2.
    private static func login(_ login: BrowserLogin) -> UserAgentLogin {
        UserAgentLogin { code, mvpd, redirectURL, exchange in
            var question = BrowserLogin.Question(mvpd: mvpd)
            question.requestor = code.requestor
            question.redirectURL = redirectURL
            question.registrationCode = code.code.string
            return try login.begin(question, exchange)
        }
    }

    /// Reports the simulator as ready from now on.
    ///
    /// The keys need no further check: each one signed and verified a text when it was read.
    func becomeReady() {
        accepts.set(true)
    }

    /// Reports the simulator as not ready from now on.
    func becomeUnready() {
        accepts.set(false)
    }
}

/// The flag that says whether a real flow would succeed now.
final class Readiness: Sendable {
    private let flag = Atomic(false)

    var isReady: Bool { flag.load(ordering: .relaxed) }

    func set(_ isReady: Bool) {
        flag.store(isReady, ordering: .relaxed)
    }
}
