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
import PassTokens
import Synchronization

/// A simulator without its sockets: the Worlds, the list of families, the pipeline.
final class Backend: Sendable {
    /// Everything that is served.
    let families: [any EndpointFamily]
    let namespaces: Namespaces
    let hosts: HostMap
    let pipeline: Pipeline
    let keys: InstallationKeys
    let realClock: any WallClock
    /// What Worlds are made of when they begin, and after a reset.
    let startUp: Configuration
    let worlds: WorldFactory
    /// The configurations of those namespaces that were given another while the server runs.
    let configurations = Guarded<[NamespaceName: Configuration]>([:])
    let clockObservers = ClockObservers()
    private let accepts: Readiness

    init(_ configuration: Configuration, keys: InstallationKeys, log: RequestLog?) throws {
        let realClock = SystemWallClock()
        let worlds = try WorldFactory(configuration, keys: keys, realClock: realClock)
        self.worlds = worlds
        self.keys = keys
        self.realClock = realClock
        startUp = configuration
        namespaces = Namespaces(
            limit: configuration.namespaces.max, journalCapacity: configuration.journalExchanges
        ) { worlds.make($0) }
        hosts = configuration.hostMap
        let accepts = Readiness()
        self.accepts = accepts
        families = [
            AdobeServicesFamily(samlKey: keys.saml, realClock: realClock),
            ClientRegistrationFamily(),
            RESTv1Family(),
            MVPDFamily(samlKey: keys.saml, sealer: keys.sealer),
            OAuthFamily(samlKey: keys.saml, sealer: keys.sealer),
            AdminFamily(
                isReady: { accepts.isReady }, certificateAuthority: keys.authority.certificatePEM,
                keys: [
                    PublishedKey("token", keys.token), PublishedKey("device", keys.device),
                    PublishedKey("saml", keys.saml),
                ], hosts: hosts.names),
        ]
        pipeline = Pipeline(
            families: families, namespaces: namespaces,
            addressing: Addressing(
                hosts: hosts, operatorHosts: configuration.operatorHosts,
                trustedProxies: TrustedProxies(ranges: configuration.trustedProxies)),
            log: log, realClock: realClock)
    }

    /// Answers from now on that it is ready. Every key has signed, and verified what it signed, when it was read.
    func becomeReady() {
        accepts.set(true)
    }

    func becomeUnready() {
        accepts.set(false)
    }
}

/// Whether a real flow would succeed now.
final class Readiness: Sendable {
    private let flag = Atomic(false)

    var isReady: Bool { flag.load(ordering: .relaxed) }

    func set(_ isReady: Bool) {
        flag.store(isReady, ordering: .relaxed)
    }
}

/// The simulator can't start; the message is a sentence for people.
public struct SimulatorError: Error, Sendable, CustomStringConvertible {
    public let message: String
    public var description: String { message }

    init(_ message: String) {
        self.message = message
    }
}
