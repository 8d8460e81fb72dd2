extension Configuration {
    /// An account holder at the simulated MVPDs.
    public struct Subscriber: Sendable, Hashable {
        /// The account's password; `nil` accepts any password that isn't empty.
        public var password: String?
        /// The MVPDs where the account exists; `nil` means all of them.
        public var mvpds: [String]?
        /// The outcome of a sign-in with the right password.
        public var signIn: SignIn
        /// The MVPD's answer to whether the subscriber may watch.
        public var entitlement: Entitlement
        /// The message that the user reads when the sign-in is refused or nothing may be watched.
        ///
        /// `nil` means a default message.
        public var message: String?
        /// The time that the MVPD takes to answer a login.
        public var delayMilliseconds: Int
        /// The metadata of the account that the MVPD shares: `userID`, `zip`, `maxRating` …
        public var metadata: [String: MetadataValue]

        /// Creates a subscriber, by default one who signs in with any password and may watch everything.
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

        /// The outcome of a sign-in with the right password.
        public enum SignIn: String, Sendable, CaseIterable {
            case succeeds
            /// The login page shows the message and stays.
            case refused
            /// The MVPD answers the service with an error instead of a user.
            case breaks
        }

        /// The MVPD's answer when the service asks whether the subscriber may watch.
        public enum Entitlement: String, Sendable, CaseIterable {
            case everything
            /// The subscriber may watch nothing; the answer contains the message.
            case nothing
        }
    }

    /// A value of a subscriber's metadata: any JSON value except `null`.
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
