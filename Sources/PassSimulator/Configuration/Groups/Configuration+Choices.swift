extension Configuration {
    /// Where sessions, codes and revocations are kept.
    public enum Store: String, Sendable, CaseIterable {
        case memory
    }

    /// The form of the request log on standard error.
    public enum LogFormat: String, Sendable, CaseIterable {
        case text
        case json
        case off
    }

    /// What happens to an identifier that the configuration doesn't hold.
    public enum Unknown: String, Sendable, CaseIterable {
        case accept
        case refuse
    }

    /// Which addresses a browser may be sent back to.
    public enum Redirects: String, Sendable, CaseIterable {
        /// Any web address and any custom scheme that can't run or read something local.
        case open
        /// Only the requestor's `domains` and `schemes`.
        case registered
    }

    /// What proves that a native call comes from the requestor that it names.
    public enum RequestorProof: String, Sendable, CaseIterable {
        /// Nothing has to.
        case lenient
        /// An access token, or the requestor's ID signed with one of its keys.
        case strict
    }

    /// How many requests one address may make.
    public struct Throttle: Sendable, Hashable {
        /// `nil` throttles nobody.
        public var requestsPerSecond: Int?
        /// How many may be made at once after a rest.
        public var burst = 10

        public init() {}
    }

    /// When denials of one login are so many that they count as an attempt at fraud.
    public struct RepeatedDenials: Sendable, Hashable {
        /// How many are still answered as they are; `nil` answers all so.
        public var count: Int?
        /// In which time, from the first of them.
        public var seconds = 10

        public init() {}
    }

    /// How native tokens are bound to their device, and what a call without a device gets.
    public struct DeviceBinding: Sendable, Hashable {
        public var form = Form.signature
        public var check = Check.lenient

        public init() {}

        public enum Form: String, Sendable, CaseIterable {
            /// Base64 of an RSA-SHA256 signature over the device identifier, as the service describes it.
            case signature
            /// Hexadecimal SHA-1 of the device identifier.
            case hash
            /// The device identifier itself.
            case plain
        }

        public enum Check: String, Sendable, CaseIterable {
            /// A web call without a device identifier is accepted.
            case lenient
            /// Every call has to name its device.
            case strict
        }
    }

    /// Which software statements dynamic client registration accepts.
    public struct SoftwareStatements: Sendable, Hashable {
        public var accept = Acceptance.any
        /// PEM files with a public key, or with the private one that it belongs to.
        public var trustedKeys: [String] = []

        public init() {}

        public enum Acceptance: String, Sendable, CaseIterable {
            /// Any of the right form, as apps of the real service carry them.
            case any
            /// Only those signed with one of `trustedKeys`.
            case trusted
        }
    }

    /// The shape of tokens.
    public struct Tokens: Sendable, Hashable {
        public var elements = Elements.recorded
        public var separator = Separator.recorded
        /// The zone in which their dates are told.
        public var utcOffset = UTCOffset()

        public init() {}

        public enum Elements: String, Sendable, CaseIterable {
            /// With the elements that real clients read.
            case recorded
            /// Exactly the names and the order that the vendor's SDK page prints.
            case documented
        }

        /// The spelling of the second `signatureInfo` tag.
        public enum Separator: String, Sendable, CaseIterable {
            /// Without a slash, as on the real wire.
            case recorded
            /// With a slash, to find out whether a client minds.
            case corrected
        }
    }

    /// The shape of short media tokens.
    public struct MediaToken: Sendable, Hashable {
        public var root = Root.shortAuthorizationToken

        public init() {}

        /// The name of the root element.
        public enum Root: String, Sendable, CaseIterable {
            /// As the vendor's pages print it.
            case shortAuthorizationToken
            /// As recorded from real traffic.
            case authToken
        }
    }
}
