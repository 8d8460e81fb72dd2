import PassDomain

extension Configuration {
    /// The place where sessions, codes and revocations are stored.
    public enum Store: Sendable, Hashable {
        /// The memory of the process, so that a restart forgets them.
        case memory
        /// An SQLite file, which is made if it is missing.
        ///
        /// Only one simulator at a time can use a file. The store needs the package's trait `SQLite`, which is on by
        /// default.
        case sqlite(file: String)
        /// A database of Valkey or Redis, which several simulators may share.
        ///
        /// The store needs the package's trait `Redis`, which is on by default.
        case redis(RedisDatabase)
    }

    /// The moment from which a change in a store outside memory counts as made.
    public enum StoreDurability: String, Sendable, CaseIterable {
        /// The disk has the change, so that it survives a loss of power.
        case full
        /// The operating system has the change. It survives the end of the process, but not always a loss of power.
        case relaxed
    }

    /// The form of the request log on standard error.
    public enum LogFormat: String, Sendable, CaseIterable {
        case text
        case json
        case off
    }

    /// The treatment of identifiers that aren't in the configuration.
    public enum Unknown: String, Sendable, CaseIterable {
        case accept
        case refuse
    }

    /// The addresses to which a browser may be sent back.
    public enum Redirects: String, Sendable, CaseIterable {
        /// Any web address is allowed, and any custom scheme that can't run or read something local.
        case open
        /// The requestor's `domains` and `schemes` are allowed, and no other address.
        case registered
    }

    /// The proof that a native call comes from the requestor that it names.
    public enum RequestorProof: String, Sendable, CaseIterable {
        /// No proof is needed.
        case lenient
        /// An access token, or the requestor's ID signed with one of its keys.
        case strict
    }

    /// The limit on the requests of one address.
    public struct Throttle: Sendable, Hashable {
        /// The number of requests per second; `nil` means no limit.
        public var requestsPerSecond: Int?
        /// The number of requests that an address may make at once after a pause.
        public var burst = Policy.Throttle().burst

        /// Creates settings without a limit.
        public init() {}
    }

    /// The rule by which many denials of one login count as an attempt at fraud.
    public struct RepeatedDenials: Sendable, Hashable {
        /// The number of denials before further ones are answered as an attempt at fraud; `nil` means no limit.
        public var count: Int?
        /// The time in which denials are counted, in seconds from the first of them.
        public var seconds = 10

        /// Creates a rule that never applies.
        public init() {}
    }

    /// The way in which native tokens are bound to their device, and the treatment of calls without a device.
    public struct DeviceBinding: Sendable, Hashable {
        /// The form in which a native token names its device.
        public var form = Form.signature
        /// The treatment of a web call without a device identifier.
        public var check = Check.lenient

        /// Creates the default settings: signed device identifiers and a lenient check.
        public init() {}

        /// The form in which a native token names its device.
        public enum Form: String, Sendable, CaseIterable {
            /// Base64 of an RSA-SHA256 signature over the device identifier, as the service describes it.
            case signature
            /// Hexadecimal SHA-1 of the device identifier.
            case hash
            /// The device identifier itself.
            case plain
        }

        /// The treatment of a web call without a device identifier.
        public enum Check: String, Sendable, CaseIterable {
            /// A web call without a device identifier is accepted.
            case lenient
            /// Every call must name its device.
            case strict
        }
    }

    /// The software statements that dynamic client registration accepts.
    public struct SoftwareStatements: Sendable, Hashable {
        /// The rule by which a statement is accepted.
        public var accept = Acceptance.any
        /// The PEM files of trusted signers, each with a public key or the private key that belongs to it.
        ///
        /// An empty list means the published demo statement's key.
        public var trustedKeys: [String] = []
        /// The application IDs (the claim `sub`) of statements that were revoked; their clients are refused.
        public var revoked: [String] = []

        /// Creates settings that accept any well-formed statement.
        public init() {}

        /// The rule by which a statement is accepted.
        public enum Acceptance: String, Sendable, CaseIterable {
            /// Any well-formed statement, such as those in apps of the real service.
            case any
            /// Statements that are signed with one of `trustedKeys`.
            case trusted
        }
    }

    /// The format of the tokens that the simulator issues.
    public struct Tokens: Sendable, Hashable {
        /// The elements that a token contains.
        public var elements = Elements.recorded
        /// The spelling of the second `signatureInfo` tag.
        public var separator = Separator.recorded
        /// The time zone of the dates in tokens.
        public var utcOffset = UTCOffset()

        /// Creates the default settings, which write tokens as they were recorded from the real service.
        public init() {}

        /// The elements that a token contains.
        public enum Elements: String, Sendable, CaseIterable {
            /// The elements that real clients read.
            case recorded
            /// Exactly the elements that the vendor's SDK page prints, in the same order.
            case documented
        }

        /// The spelling of the second `signatureInfo` tag.
        public enum Separator: String, Sendable, CaseIterable {
            /// No slash, as on the real wire.
            case recorded
            /// A well-formed end tag, to find out whether a client can read it.
            case corrected
        }
    }

    /// The format of short media tokens.
    public struct MediaToken: Sendable, Hashable {
        /// The name of the root element.
        public var root = Root.shortAuthorizationToken

        /// Creates the default settings: the root element that the vendor's pages print.
        public init() {}

        /// The name of the root element.
        public enum Root: String, Sendable, CaseIterable {
            /// `shortAuthorizationToken`, the name in the vendor's documentation.
            case shortAuthorizationToken
            /// `authToken`, the name in recordings of real traffic.
            case authToken
        }
    }
}
