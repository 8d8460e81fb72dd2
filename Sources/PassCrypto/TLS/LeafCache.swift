package import PassCore

/// Leaf certificates for any host that clients ask for, created on first use and cached.
///
/// All leaves of one cache share one key. Creating a key is the more expensive half of the work, and separate keys
/// would protect nothing: an attacker who could steal one could steal them all. When the cache is full, a new leaf
/// replaces the least recently used one. While one handshake creates a leaf, which takes less than a millisecond, other
/// handshakes wait, so several handshakes for a new name share one leaf.
package final class LeafCache: TLSIdentitySource {
    private struct State {
        var leaves: [CertificateName: (identity: TLSIdentity, lastUse: UInt64)] = [:]
        var standard: TLSIdentity
        var uses: UInt64 = 0
        /// The host whose leaf a client gets, by the name that it asked for; `nil` for the standard leaf.
        var asked: [ExactText: CertificateName?] = [:]
    }

    private let authority: CertificateAuthority
    private let key: ECPrivateKey
    private let standardNames: [CertificateName]
    private let capacity: Int
    private let now: @Sendable () -> Timestamp
    private let state: Guarded<State>

    /// Creates the cache and the leaf for the server's own names.
    ///
    /// - Parameters:
    ///   - defaultNames: the server's own names and addresses; at least one. They share one leaf, which is also for
    ///     clients that name no host, an impossible one, or one that the authority doesn't vouch for. Default names
    ///     that the authority doesn't vouch for are left out, unless none would remain.
    ///   - capacity: the maximum number of leaves that are cached for other hosts.
    ///   - now: returns the real time, against which clients check certificates.
    /// - Throws: `invalidName` if a default name can't be a host's, `expiredCertificate` or `prematureCertificate` if
    ///   the root has expired or isn't valid yet.
    package init(
        authority: CertificateAuthority, defaultNames: [String], capacity: Int = 256,
        now: @escaping @Sendable () -> Timestamp
    ) throws(CryptoError) {
        precondition(capacity > 0, "a cache holds at least one leaf")
        var names: [CertificateName] = []
        for text in defaultNames {
            guard let name = CertificateName(text) else {
                throw CryptoError(.invalidName, "\(text.prefix(300).debugDescription) isn't a valid host name.")
            }
            if !names.contains(name) { names.append(name) }
        }
        self.authority = authority
        self.capacity = capacity
        self.now = now
        key = try .generate()
        // A single host outside the constraints would make clients reject the whole certificate.
        let believed = names.filter { authority.vouches(for: $0) }
        standardNames = believed.isEmpty ? names : believed
        state = Guarded(State(standard: try authority.leaf(for: standardNames, key: key, now: now())))
    }

    package func identity(for name: String?) -> TLSIdentity {
        let time = now()
        return state.withLock { state in
            if let name, let host = host(asked: name, &state), let identity = leaf(for: host, at: time, &state) {
                return identity
            }
            if !Self.isFresh(state.standard, at: time),
                let remade = try? authority.leaf(for: standardNames, key: key, now: time)
            {
                state.standard = remade
            }
            return state.standard
        }
    }

    /// Returns the host whose own leaf a client gets for the name that it asked for; `nil` for the standard leaf.
    private func host(asked text: String, _ state: inout State) -> CertificateName? {
        let text = ExactText(text)
        if let known = state.asked[text] { return known }
        let host = CertificateName(text.string).flatMap { name in
            name.isWildcard || standardNames.contains(name) || !authority.vouches(for: name) ? nil : name
        }
        if state.asked.count >= capacity { state.asked = [:] }
        state.asked[text] = .some(host)
        return host
    }

    /// Returns the cached leaf for a host, or a new one if there is none that is fresh.
    private func leaf(for name: CertificateName, at time: Timestamp, _ state: inout State) -> TLSIdentity? {
        state.uses += 1
        if let held = state.leaves[name], Self.isFresh(held.identity, at: time) {
            state.leaves[name]?.lastUse = state.uses
            return held.identity
        }
        guard let made = try? authority.leaf(for: [name], key: key, now: time) else { return nil }
        if state.leaves[name] == nil, state.leaves.count >= capacity,
            let oldest = state.leaves.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
        {
            state.leaves[oldest] = nil
        }
        state.leaves[name] = (made, state.uses)
        return made
    }

    /// Whether the leaf can still be used. It is replaced in its last week, and also if the machine's clock was set
    /// back to before the leaf's first day.
    private static func isFresh(_ identity: TLSIdentity, at time: Timestamp) -> Bool {
        let certificate = identity.certificate
        return certificate.notBefore <= time && certificate.notAfter - time >= .days(7)
    }
}
