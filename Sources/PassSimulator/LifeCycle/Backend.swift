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
    let hosts: HostMap
    let pipeline: Pipeline
    let keys: InstallationKeys
    let worlds: Worlds
    private let accepts: Readiness

    init(_ configuration: Configuration, keys: InstallationKeys, log: RequestLog?) throws {
        let realClock = SystemWallClock()
        let worlds = try Worlds(configuration, keys: keys, realClock: realClock)
        self.worlds = worlds
        self.keys = keys
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
                isReady: { accepts.isReady }, authority: keys.authority,
                keys: [
                    PublishedKey("token", keys.token), PublishedKey("device", keys.device),
                    PublishedKey("saml", keys.saml),
                ], tokenKeys: [JSONWebKey(keys.token.publicKey), JSONWebKey(keys.saml.publicKey)], hosts: hosts.names,
                removeNamespace: { worlds.remove($0) }),
        ]
        pipeline = Pipeline(
            families: families, namespaces: worlds.namespaces,
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
