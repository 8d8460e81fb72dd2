extension Configuration {
    /// An account holder, known to every simulated MVPD.
    public struct Subscriber: Sendable, Hashable {
        /// `nil` accepts any password that isn't empty.
        public var password: String?
        /// Where the account exists; `nil` means at every MVPD.
        public var mvpds: [String]?
        public var signIn: SignIn
        public var entitlement: Entitlement
        /// What the viewer reads when the sign-in is refused or nothing may be watched; `nil` means a usual sentence.
        public var message: String?
        /// How long the MVPD takes to answer a login.
        public var delayMilliseconds: Int
        /// What the MVPD shares of the account: `userID`, `zip`, `maxRating` …
        public var metadata: [String: MetadataValue]

        public init(
            password: String? = nil, mvpds: [String]? = nil, signIn: SignIn = .succeeds,
            entitlement: Entitlement = .everything,
            message: String? = nil, delayMilliseconds: Int = 0, metadata: [String: MetadataValue] = [:]
        ) {
            self.password = password
            self.mvpds = mvpds
            self.signIn = signIn
            self.entitlement = entitlement
            self.message = message
            self.delayMilliseconds = delayMilliseconds
            self.metadata = metadata
        }

        /// What happens when the right password was given.
        public enum SignIn: String, Sendable, CaseIterable {
            case succeeds
            /// The login page shows the message and stays.
            case refused
            /// The MVPD answers the service with an error instead of a user.
            case breaks
        }

        /// What the MVPD says when it is asked whether this subscriber may watch.
        public enum Entitlement: String, Sendable, CaseIterable {
            case everything
            /// Nothing, with the message.
            case nothing
        }
    }

    /// A value of a subscriber's metadata; anything that JSON can say but `null`.
    public indirect enum MetadataValue: Sendable, Hashable {
        case text(String)
        case integer(Int64)
        case number(Double)
        case flag(Bool)
        case list([MetadataValue])
        case map([String: MetadataValue])
    }
}

extension Configuration.MetadataValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral text: String) { self = .text(text) }
    public init(integerLiteral number: Int64) { self = .integer(number) }
    public init(booleanLiteral flag: Bool) { self = .flag(flag) }
    public init(floatLiteral number: Double) { self = .number(number) }
    public init(arrayLiteral elements: Configuration.MetadataValue...) { self = .list(elements) }
    public init(dictionaryLiteral elements: (String, Configuration.MetadataValue)...) {
        self = .map(Dictionary(elements) { _, later in later })
    }
}
