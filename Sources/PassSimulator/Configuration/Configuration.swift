/// The settings with which a simulator starts.
///
/// Each property has the name that the setting has in a configuration file, except `timeMillis`, which is `time` there.
///
/// `Configuration()` suits an embedded simulator: it has the demo world on a free port, writes nothing to disk and has
/// no log. `load(arguments:environment:readFile:)` gives the configuration that the command line uses.
/// `Config/default.json5` explains each setting; `ConfigurationSchema` reads, checks and prints them.
public struct Configuration: Sendable, Hashable {
    /// The addresses at which the server listens; never empty.
    public var listen: [ListenAddress] = [ListenAddress(host: "127.0.0.1", port: 0)]
    /// The folder for keys and the certificate authority; `nil` keeps everything in memory.
    public var dataDir: String?
    /// The place where sessions, codes and revocations are stored.
    public var store = Store.memory
    /// The moment from which a change in a store outside memory counts as made, so that the answer may be sent.
    public var storeDurability = StoreDurability.full
    /// The maximum size, in bytes, of the records that an SQLite store also keeps in memory.
    public var storeCacheBytes = 16_777_216
    /// The PEM file with the authorities that vouch for the certificate of a database at `rediss://`; `nil` means the
    /// system's authorities.
    public var storeAuthority: String?
    /// The name and URL of this process as one of the nodes that share a store.
    public var node = Node()
    /// The file that the server writes when it is ready, with the addresses at which it listens; `nil` writes none.
    public var readyFile: String?
    /// The form of the request log.
    public var log = LogFormat.off
    /// The journal of each World's exchanges.
    public var journal = Journal()
    /// The time at which each World's clock starts, in milliseconds since 1970; `nil` means the time of day.
    public var timeMillis: Int64?
    /// The seed for identifiers that repeat from run to run; `nil` makes unguessable ones.
    public var seed: UInt64?
    /// Whether calls that carry tokens or device identifiers are refused over plain HTTP.
    public var requireTLS = false
    /// The peers whose `X-Forwarded-*` fields are believed.
    public var trustedProxies: [AddressRange] = []
    /// The limits on what clients can demand of the server.
    public var limits = Limits()
    /// The limits on the namespaces that requests create.
    public var namespaces = Namespaces()
    /// The settings for clients that use the server as a proxy.
    public var proxy = Proxy()
    /// The settings of the simulator's own paths, `/_sim/`.
    public var admin = Admin()
    /// The key files to use instead of those in the data directory.
    public var keys = Keys()
    /// The treatment of requestor IDs that aren't in `requestors`.
    public var unknownRequestors = Unknown.accept
    /// The treatment of MVPD IDs that aren't in `mvpds`; an accepted one behaves like the MVPD `Adobe`.
    public var unknownMVPDs = Unknown.accept
    /// The treatment of resources that aren't in the requestor's list.
    public var unknownResources = Unknown.accept
    /// The treatment of client IDs that weren't registered with this simulator.
    public var unknownClients = Unknown.accept
    /// The addresses to which a browser may be sent back.
    public var redirects = Redirects.open
    /// The software statements that dynamic client registration accepts.
    public var softwareStatements = SoftwareStatements()
    /// The proof that a native call comes from the requestor that it names.
    public var requestorProof = RequestorProof.lenient
    /// The status of denied authorizations: 200 or 400.
    public var denialStatus = 200
    /// The rule by which many denials of one login count as an attempt at fraud.
    public var repeatedDenials = RepeatedDenials()
    /// The limit on the requests of one address.
    public var throttle = Throttle()
    /// The oldest native client that still gets a configuration, e.g. `1.9`; `nil` serves all.
    public var oldestClient: String?
    /// The way in which tokens are bound to devices.
    public var deviceBinding = DeviceBinding()
    /// The choices where the vendor's pages and real clients of REST API v2 disagree.
    public var restV2 = RESTv2()
    /// The format of the tokens that the simulator issues.
    public var tokens = Tokens()
    /// The format of media tokens.
    public var mediaToken = MediaToken()
    /// The times to live of tokens, logins and codes.
    public var ttl = TimesToLive()
    /// The requestors (programmers) by ID.
    public var requestors: Table<Requestor>
    /// The MVPDs by ID, in the order in which pickers show them.
    public var mvpds: Table<MVPD>
    /// The subscribers by user name.
    public var subscribers: Table<Subscriber>

    /// The rules with which each namespace begins; a rule makes some requests fail or changes their answers.
    public var rules: [Rule] = []

    /// Creates a configuration for an embedded simulator.
    ///
    /// - Parameter demo: whether the world starts with the demo requestors, MVPDs and subscribers, or with none.
    public init(demo: Bool = true) {
        requestors = demo ? Demo.requestors : [:]
        mvpds = demo ? Demo.mvpds : [:]
        subscribers = demo ? Demo.subscribers : [:]
    }

    /// The number of past exchanges that each World remembers, which is `journal.exchanges`.
    public var journalExchanges: Int {
        get { journal.exchanges }
        set { journal.exchanges = newValue }
    }

    /// Returns the default configuration of the command line.
    ///
    /// This configuration has a fixed address, a log line for each request and a longer journal.
    package static func server(demo: Bool = true) -> Configuration {
        var configuration = Configuration(demo: demo)
        configuration.listen = [ListenAddress(host: "127.0.0.1", port: 8080)]
        configuration.log = .text
        configuration.journal.exchanges = 10_000
        return configuration
    }
}
