import Dispatch
import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassInstruments
import PassTokens

/// Whether the secrets in exchanges are shown.
package enum SecretDisplay: String, Sendable, CaseIterable {
    case shown
    /// A pseudonym replaces each secret.
    case masked
}

/// The dependencies and helper functions that the operations of the journal share.
struct JournalControl: Sendable {
    let namespaces: any NamespaceControl
    /// The keys with which the tokens in exchanges are checked.
    let keys: ServedKeys
    /// Whether secrets are shown if a request doesn't specify it.
    let secrets: SecretDisplay
    let waits = JournalWaits()
    /// The queue on which waits and subscriptions begin.
    let queue = DispatchQueue(label: "journal control")
    let followers = FollowerLimit(most: 100)
    private let indexes = JournalIndexes()
    /// The key from which this process derives pseudonyms.
    private let key = SystemIdentifierSource().bytes(32)
    /// The maximum length of a file that is sent, in bytes.
    let longestFile: Int
    /// The other nodes that use the shared store; `nil` if the store isn't shared.
    let peers: (any PeerNodes)?

    init(
        _ namespaces: any NamespaceControl, _ keys: ServedKeys, _ secrets: SecretDisplay,
        longestFile: Int = .max, peers: (any PeerNodes)? = nil
    ) {
        self.longestFile = longestFile
        self.peers = peers
        self.namespaces = namespaces
        self.keys = keys
        self.secrets = secrets
    }

    /// Returns the reader of the request's journal at all nodes; `nil` if its namespace records nothing. The call may
    /// wait for other nodes.
    func reader(_ exchange: Exchange) -> ExchangeReader? {
        guard var reader = ownReader(exchange) else { return nil }
        if let peers = peers(for: exchange) { reader.add(PeerJournals.read(peers, reader.namespace)) }
        return reader
    }

    /// Returns the reader of the request's journal at this node; `nil` if its namespace records nothing.
    func ownReader(_ exchange: Exchange) -> ExchangeReader? {
        let name = exchange.world.name
        return namespaces.instruments(of: name).journal.map {
            ExchangeReader(journal: $0, namespace: name, indexes: indexes, node: peers?.node)
        }
    }

    /// Returns the other nodes that a request concerns; `nil` if there are none, or if one of them has sent the
    /// request.
    func peers(for exchange: Exchange) -> (any PeerNodes)? {
        exchange.request.fields.contains(PeerRequest.field) ? nil : peers
    }

    /// The answer in a namespace whose journal is off.
    static let off = Problem.response(
        .conflict, "Journal off", "The simulator records no exchanges, since journal.exchanges is 0.")

    /// The failure for a request that is too long for the event loop, on which the waiting operations run.
    static let tooLong = EntitlementFailure.malformedParameter(
        "query", reason: "is longer than \(Route.longestOnLoop) bytes")

    /// The name of the parameter that decides whether secrets are shown.
    static let secretsName = "secrets"

    /// Returns the mask for the secrets in a journal; `nil` if the secrets are to be shown.
    func mask(_ exchange: Exchange, _ reader: ExchangeReader) throws(EntitlementFailure) -> SecretMask? {
        guard try display(exchange) == .masked else { return nil }
        return ExchangeSecrets(of: reader.merged?.journal ?? reader.journal).mask(key: key)
    }

    /// Returns the mask for the secrets in some exchanges.
    func mask(of entries: [JournalEntry]) -> SecretMask { ExchangeSecrets(entries).mask(key: key) }

    /// Returns the mask for some secrets.
    func mask(of secrets: ExchangeSecrets) -> SecretMask { secrets.mask(key: key) }

    /// Returns a mask that also covers the secrets of exchanges that the journal records later.
    func runningMask(of journal: Journal) -> RunningMask { RunningMask(journal, key: key) }

    /// Reads whether secrets are to be shown, from the request or else from the setting.
    func display(_ exchange: Exchange) throws(EntitlementFailure) -> SecretDisplay {
        guard let text = try exchange.parameters.optional(Self.secretsName) else { return secrets }
        guard let display = SecretDisplay(rawValue: text) else {
            throw .malformedParameter(Self.secretsName, reason: "isn't one of shown, masked")
        }
        return display
    }

    /// Reads a number in the query; returns `value` if it isn't there.
    static func number(
        _ name: String, _ exchange: Exchange, in range: ClosedRange<Double>, default value: Double
    ) throws(EntitlementFailure) -> Double {
        guard let text = try exchange.parameters.optional(name) else { return value }
        guard text.utf8.count <= 20, let number = Double(text), range.contains(number) else {
            throw .malformedParameter(
                name, reason: "isn't a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        return number
    }

    /// Reads the parameter `limit`, the maximum number of items in an answer: 1 to 1000, 100 if it isn't given.
    static func limit(_ exchange: Exchange) throws(EntitlementFailure) -> Int {
        try wholeNumber("limit", exchange, in: 1...1_000) ?? 100
    }

    /// Reads a whole number in the query; `nil` if it isn't there.
    static func wholeNumber(
        _ name: String, _ exchange: Exchange, in range: ClosedRange<Double>
    ) throws(EntitlementFailure) -> Int? {
        let number = try number(name, exchange, in: range, default: -1)
        guard number == number.rounded() else { throw .malformedParameter(name, reason: "isn't a whole number") }
        return number < 0 ? nil : Int(number)
    }

    /// Reads the parameter `after`, the ID of an exchange that a node has recorded since it was started.
    static func after(_ exchange: Exchange, _ reader: ExchangeReader) throws(EntitlementFailure) -> ExchangeID? {
        guard let text = try exchange.parameters.optional("after") else { return nil }
        guard let id = ExchangeID(text), reader.knows(run: id.run) else {
            throw .malformedParameter("after", reason: "names no exchange recorded since the simulator started")
        }
        return id
    }

    /// Returns an answer in JSON that caches don't store.
    static func json(_ body: [UInt8], _ status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(status, fields: [.contentType: "application/json", .cacheControl: "no-store"], body: body)
    }
}
