package import PassCore

/// Leaves for whatever hosts clients ask for, made at the first question and kept while they are asked for.
///
/// All leaves of one cache share one key: making keys is the dearer half of the work, and who could steal one leaf's
/// key could steal them all. When `capacity` leaves are held, the one unused for longest gives way. Handshakes for a
/// new name wait for each other while its leaf is made, which takes less than a millisecond, and so share one.
package final class LeafCache: TLSIdentitySource {
    private struct State {
        var leaves: [CertificateName: (identity: TLSIdentity, lastUse: UInt64)] = [:]
        var standard: TLSIdentity
        var uses: UInt64 = 0
    }

    private let authority: CertificateAuthority
    private let key: ECPrivateKey
    private let standardNames: [CertificateName]
    private let capacity: Int
    private let now: @Sendable () -> Timestamp
    private let state: Guarded<State>

    /// - Parameters:
    ///   - defaultNames: the server's own names and addresses; their one leaf also serves clients that name no host,
    ///     one that can't be, or one that the authority doesn't vouch for. At least one; those that the authority
    ///     doesn't vouch for are left out, unless that leaves none.
    ///   - capacity: how many other hosts' leaves are held.
    ///   - now: the real time, as clients check certificates against it.
    /// - Throws: `invalidName` when a default name can't be a host's, `expiredCertificate` when the root is over.
    package init(
        authority: CertificateAuthority, defaultNames: [String], capacity: Int = 256,
        now: @escaping @Sendable () -> Timestamp
    ) throws(CryptoError) {
        precondition(capacity > 0, "a cache holds at least one leaf")
        var names: [CertificateName] = []
        for text in defaultNames {
            guard let name = CertificateName(text) else {
                throw CryptoError(.invalidName, "No host can have the name \(text.prefix(300).debugDescription).")
            }
            if !names.contains(name) { names.append(name) }
        }
        self.authority = authority
        self.capacity = capacity
        self.now = now
        key = try .generate()
        // One host too many would spoil the certificate for all of them.
        let believed = names.filter { authority.vouches(for: $0) }
        standardNames = believed.isEmpty ? names : believed
        state = Guarded(State(standard: try authority.leaf(for: standardNames, key: key, now: now())))
    }

    package func identity(for name: String?) -> TLSIdentity {
        let time = now()
        let asked = name.flatMap { CertificateName($0) }.flatMap { authority.vouches(for: $0) ? $0 : nil }
        return state.withLock { state in
            if let asked, !asked.isWildcard, !standardNames.contains(asked),
                let identity = leaf(for: asked, at: time, &state)
            {
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

    /// Remade in its last week, and when the machine's clock was set back before its first day.
    private static func isFresh(_ identity: TLSIdentity, at time: Timestamp) -> Bool {
        let certificate = identity.certificate
        return certificate.notBefore <= time && certificate.notAfter - time >= .days(7)
    }
}
