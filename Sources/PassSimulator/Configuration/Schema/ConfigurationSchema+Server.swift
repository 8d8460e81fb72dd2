import PassCore
import PassHTTP
import PassInstruments

extension ConfigurationSchema {
    /// The settings of the server itself: addresses, files, clock, proxy, keys.
    static let server: [Setting<Configuration>] = [
        Setting("listen", \.listen, addresses, "Where the server listens, for HTTP, HTTPS and proxying alike."),
        Setting(
            "dataDir", \.dataDir, .optional(.path("a folder", "DIR"), or: "null for the default"),
            """
            The folder for keys and the certificate authority. It is made if it is missing. The default is \
            $XDG_STATE_HOME/pass-simulator, else $HOME/.local/state/pass-simulator.
            """),
        Setting(
            "store", \.store, .store,
            """
            Where sessions, codes, revocations and all other records are stored. With \
            redis+sentinel://HOST:PORT,HOST:PORT/NAME/DB, sentinels say which server has the database.
            """),
        Setting(
            "storeDurability", \.storeDurability, .choice,
            """
            When the server sends an answer: with "full", after its changes are on the disk; with "relaxed", after the \
            operating system has accepted them. Relaxed is faster and loses nothing when the process is killed, but the \
            last changes may be lost when the machine loses power. Only the SQLite store has this choice.
            """),
        Setting(
            "storeCacheBytes", \.storeCacheBytes, .wholeNumber(0...1_099_511_627_776, "bytes"),
            """
            The size of the records that an SQLite store also keeps in memory. The most recently used ones stay; finding \
            any other takes several times as long.
            """),
        Setting(
            "storeAuthority", \.storeAuthority, .optional(.path("a PEM file"), or: "null for the system's"),
            "The certificates that vouch for the certificate of a database at rediss:// and of its sentinels."),
        Setting(
            "node", \.node,
            .object(
                .init(),
                [
                    Setting(
                        "name", \.name, .optional(nodeName, or: "null for the machine's name and the process's number"),
                        "The name of this node, shown in its answers and its exchanges. It must be unique among the "
                            + "nodes."
                    ),
                    Setting(
                        "url", \.url, .optional(nodeURL, or: "null for the first address in `listen`"),
                        "The URL at which the other nodes reach this one, for queries of the journal."),
                ]),
            "How this process appears to the others that share its store."),
        Setting(
            "readyFile", \.readyFile, .optional(.path("a file"), or: "null for none"),
            """
            A file that the server writes when it is ready: JSON with its process ID, its addresses and its CA's file. It \
            replaces only a regular file.
            """),
        Setting("log", \.log, .choice, "The log on standard error, with one line for each request."),
        Setting(
            "journal", \.journal,
            .object(
                .init(),
                [
                    Setting(
                        "exchanges", \.exchanges, .wholeNumber(0...100_000),
                        "The number of exchanges that each namespace records. 0 switches the journal off."),
                    Setting(
                        "secrets", \.secrets, .choice,
                        """
                        Whether lists and files of exchanges show secrets, or a pseudonym for each, unless the request \
                        chooses.
                        """),
                ]),
            "The journal of the requests and answers of each namespace."),
        Setting(
            "time", \.timeMillis, .optional(instant, or: "null for the current time"),
            "The start time of each namespace's clock. Tokens, codes and their lifetimes follow it; certificates don't."
        ),
        Setting(
            "seed", \.seed, .optional(.wholeNumber(0...UInt64(Int64.max)), or: "null for random identifiers"),
            "A seed that makes identifiers the same in every run, for tests that compare bytes."),
        requireTLS,
        Setting(
            "trustedProxies", \.trustedProxies, ranges,
            """
            The peers whose X-Forwarded-Proto, X-Forwarded-Host and X-Forwarded-For count. Only `throttle` uses every \
            peer's X-Forwarded-For.
            """),
        Setting(
            "proxy", \.proxy,
            .object(
                .init(),
                [
                    Setting(
                        "landingHosts", \.landingHosts, hosts,
                        "The hosts of your own pages, where redirect_url leads. Every path on them is the landing page."
                    )
                ]),
            "The server's behaviour for clients that use it as their proxy."),
        Setting(
            "admin", \.admin,
            .object(
                .init(),
                [
                    Setting(
                        "hosts", \.hosts, hosts,
                        """
                        The host names on which these paths answer, in addition to IP addresses, names without a dot, \
                        localhost, *.localhost, host.docker.internal and host.containers.internal. Any other host gets 421. \
                        The certificate authority vouches for these names and all names below them.
                        """),
                    Setting(
                        "token", \.token, .optional(.bearerToken, or: "null for none"),
                        """
                        The token that requests for these paths must carry, as Authorization: Bearer, where they come in \
                        at an address that other machines can reach. /_sim/ready and the authority's certificate need none.
                        """),
                ]),
            "The simulator's own paths, /_sim/, which pages of other origins can't use."),
        Setting("keys", \.keys, .object(.init(), keys), "PEM files that replace those in the data directory."),
    ]

    static let requireTLS = Setting<Configuration>(
        "requireTLS", \.requireTLS, .flag,
        "Whether the server refuses calls with tokens, codes or device identifiers over plain HTTP.")

    private static let addresses = SettingForm.list(
        "a list of one or more HOST:PORT, where port 0 picks a free one",
        of: .parsed(
            "HOST:PORT, such as 127.0.0.1:8080 or [::1]:0", "HOST:PORT", parse: { Configuration.ListenAddress($0) },
            write: { $0.description }),
        isEmptyAllowed: false)

    /// The time before which the clock of a World must start.
    ///
    /// The dates in tokens have years of four digits, and a token may live a hundred years.
    private static let endOfTime = CivilTime.timestamp(isoDate: "9800-01-01T00:00:00Z")

    private static let instant = SettingForm<Int64>.parsed(
        "a date before the year 9800 such as \"2031-05-14T08:30:00Z\"", "DATE",
        parse: { text in
            guard let instant = CivilTime.timestamp(isoDate: text), let endOfTime, instant < endOfTime else {
                return nil
            }
            return instant.milliseconds
        },
        write: { isoDate(Timestamp(milliseconds: $0)) })

    private static func isoDate(_ instant: Timestamp) -> String {
        let milliseconds = Int(instant.milliseconds - instant.wholeSecond.milliseconds)
        let date = CivilTime.isoDate(instant)
        return milliseconds == 0 ? date : date.dropLast() + ".\(CivilTime.padded(milliseconds, 3))Z"
    }

    private static let ranges = SettingForm.list(
        "a list of IP addresses or ranges such as 10.0.0.0/8",
        of: .parsed(
            "an IP address or a range such as 10.0.0.0/8", "ADDRESS", parse: { Configuration.AddressRange($0) },
            write: { $0.description }))

    private static let nodeName = SettingForm<String>.parsed(
        "1 to 64 characters of a-z, A-Z, 0-9, dot, underscore and hyphen", "NAME",
        parse: { Rule.isID($0) ? $0 : nil }, write: { $0 })

    private static let nodeURL = SettingForm<String>.parsed(
        "an http URL without a path, such as http://10.0.0.5:8080", "URL",
        parse: { text in
            guard let uri = URIReference(text), ["http", "https"].contains(uri.scheme), uri.host?.isEmpty == false,
                uri.path.isEmpty, uri.query == nil
            else { return nil }
            return text
        }, write: { $0 })

    private static let hosts = SettingForm.list("a list of host names, such as www.example.com", of: .hostName)

    private static let keys: [Setting<Configuration.Keys>] = [
        Setting("token", \.token, key, "The key that signs authentication, authorization and media tokens (RSA)."),
        Setting("device", \.device, key, "The key that signs device identifiers (RSA)."),
        Setting("saml", \.saml, key, "The key that signs SAML messages and ID tokens (RSA)."),
        Setting("authority", \.authority, key, "The certificate authority: its certificate and its private key."),
    ]

    private static let key = SettingForm.optional(.path("a PEM file"), or: "null for the one in the data directory")
}

extension SettingForm<String> {
    /// A form for a host's name without scheme, port and wildcard (RFC 1123, section 2.1), which is read in lower case.
    ///
    /// Public suffixes are refused, because clients trust the certificate authority for a configured name and all names
    /// below it.
    static let hostName = parsed("a host name, such as www.example.com, and not a public suffix such as com", "HOST") {
        text in
        guard (1...253).contains(text.utf8.count) else { return nil }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let areValid = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        }
        let name = text.asciiLowercased
        return areValid && !PublicSuffix.matches(name) ? name : nil
    } write: {
        $0
    }
}
