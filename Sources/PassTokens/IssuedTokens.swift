import PassCore

/// The number of tokens that the service has signed, by kind.
package final class IssuedTokens: Sendable {
    /// A kind of token that the service signs, by the name that metrics show.
    package enum Kind: String, Sendable, CaseIterable {
        /// The token of a profile (authN token).
        case authn
        /// The token of a positive decision (authZ token).
        case authz
        case media
        /// The access token of a registered client.
        case access
        /// The token of the SSO Service.
        case service
    }

    private let counters = CounterArray(count: Kind.allCases.count)

    package init() {}

    /// The number of tokens of a kind.
    package subscript(kind: Kind) -> Int { counters[Self.index(kind)] }

    func count(_ kind: Kind) {
        counters.add(at: Self.index(kind))
    }

    private static func index(_ kind: Kind) -> Int {
        switch kind {
        case .authn: 0
        case .authz: 1
        case .media: 2
        case .access: 3
        case .service: 4
        }
    }
}
