/// Everything that a simulator can be told before it starts; the property names are the names in a configuration file.
///
/// `Configuration()` is what an embedded simulator wants: the demo world on a free port, nothing written to the disk and no
/// log. `load(arguments:environment:readFile:)` gives what the command line wants. `Config/default.json5` explains each
/// setting; `ConfigurationSchema` reads, checks and prints them.
public struct Configuration: Sendable, Hashable {
    /// Where the server listens; never empty.
    public var listen: [ListenAddress] = [ListenAddress(host: "127.0.0.1", port: 0)]
    /// Where keys and the certificate authority are kept; `nil` keeps everything in memory.
    public var dataDir: String?
    public var store = Store.memory
    /// The file that tells where the server listens, written when it is ready.
    public var readyFile: String?
    public var log = LogFormat.off
    /// How many of its last exchanges each World remembers, for `SimulatedWorld.exchanges`; 0 remembers none.
    public var journalExchanges = 500
    /// Where the clock of each World starts, in milliseconds since 1970; `nil` means the time of day.
    public var timeMillis: Int64?
    /// Makes identifiers that repeat from run to run; `nil` makes unguessable ones.
    public var seed: UInt64?
    /// Whether calls that carry tokens or device identifiers are refused over plain HTTP.
    public var requireTLS = false
    /// The peers whose `X-Forwarded-*` fields are believed.
    public var trustedProxies: [AddressRange] = []
    public var limits = Limits()
    public var namespaces = Namespaces()
    public var proxy = Proxy()
    public var admin = Admin()
    public var keys = Keys()
    public var unknownRequestors = Unknown.accept
    public var unknownMVPDs = Unknown.accept
    public var unknownResources = Unknown.accept
    public var unknownClients = Unknown.accept
    public var redirects = Redirects.open
    public var softwareStatements = SoftwareStatements()
    public var requestorProof = RequestorProof.lenient
    /// The status of denied authorizations: 200 or 400.
    public var denialStatus = 200
    public var repeatedDenials = RepeatedDenials()
    public var throttle = Throttle()
    /// The oldest native client that still gets a configuration, e.g. `1.9`; `nil` serves all.
    public var oldestClient: String?
    public var deviceBinding = DeviceBinding()
    public var tokens = Tokens()
    public var mediaToken = MediaToken()
    public var ttl = TimesToLive()
    public var requestors: Table<Requestor>
    /// In the order in which pickers show them.
    public var mvpds: Table<MVPD>
    public var subscribers: Table<Subscriber>

    /// - Parameter demo: whether the world starts with the demo requestors, MVPDs and subscribers, or with none.
    public init(demo: Bool = true) {
        requestors = demo ? Demo.requestors : [:]
        mvpds = demo ? Demo.mvpds : [:]
        subscribers = demo ? Demo.subscribers : [:]
    }

    /// What the command line starts from: a fixed address, and a line for each request.
    package static func server(demo: Bool = true) -> Configuration {
        var configuration = Configuration(demo: demo)
        configuration.listen = [ListenAddress(host: "127.0.0.1", port: 8080)]
        configuration.log = .text
        configuration.journalExchanges = 0
        return configuration
    }
}
