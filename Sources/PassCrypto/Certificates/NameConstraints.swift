/// The hosts that an authority vouches for, as stated in its certificate (RFC 5280, section 4.2.1.10).
///
/// Clients refuse leaves for all other hosts, so a stolen key is of no use for other hosts.
package struct NameConstraints: Hashable, Sendable {
    /// A group of hosts.
    enum Subtree: Hashable, Sendable {
        /// A domain name in lower case and all names below it, or only the names below it if it begins with a dot.
        case domain(String)
        /// All addresses that match the given one in the bits that the mask sets. Both have the same length, 4 or 16
        /// bytes.
        case network([UInt8], mask: [UInt8])
    }

    /// The hosts that are permitted. If the list has no host of a kind (domains, addresses), all hosts of that kind are
    /// permitted.
    let permitted: [Subtree]
    /// The hosts that are refused, even if `permitted` contains them.
    let excluded: [Subtree]

    init(permitted: [Subtree], excluded: [Subtree] = []) {
        self.permitted = permitted
        self.excluded = excluded
    }

    /// The hosts that have no owner on the internet: names reserved for tests, examples and the local network, and
    /// addresses of this machine and of private networks.
    package static let reserved = NameConstraints(
        permitted: domains.map { .domain($0) } + networks.map { Subtree(network: $0, prefix: $1) })

    /// The reserved names of RFC 2606 and RFC 6761, RFC 6762 (`local`) and RFC 8375 (`home.arpa`), the names that
    /// Docker and Podman give to the machine, and the name by which containers most often find this server. The whole
    /// domain `internal` isn't included, because companies have servers there.
    private static let domains = [
        "localhost", "example", "test", "invalid", "example.com", "example.net", "example.org", "local", "home.arpa",
        "docker.internal", "containers.internal", "pass-simulator",
    ]

    /// The loopback, private, link-local and shared networks (RFC 6890), and two for examples: the first of RFC
    /// 5737, and that of RFC 3849.
    private static let networks: [([UInt8], Int)] = [
        ([127, 0, 0, 0], 8), ([10, 0, 0, 0], 8), ([172, 16, 0, 0], 12), ([192, 168, 0, 0], 16),
        ([169, 254, 0, 0], 16), ([100, 64, 0, 0], 10), ([192, 0, 2, 0], 24),
        ([UInt8](repeating: 0, count: 15) + [1], 128), ([0xFC] + [UInt8](repeating: 0, count: 15), 7),
        ([0xFE, 0x80] + [UInt8](repeating: 0, count: 14), 10),
        ([0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 12), 32),
    ]

    /// Whether clients accept a certificate for this host.
    func permit(_ name: CertificateName) -> Bool {
        if excluded.contains(where: { $0.contains(name) }) { return false }
        let ofKind = permitted.filter { $0.isForAddresses == name.isAddress }
        return ofKind.isEmpty || ofKind.contains { $0.contains(name) }
    }

    /// Returns constraints that also permit `hosts` and all names below them. Hosts that are permitted already, and
    /// text that can't be a host's name, are ignored.
    package func adding(_ hosts: [String]) -> NameConstraints {
        var permitted = permitted
        for host in hosts {
            guard let name = CertificateName(host), !NameConstraints(permitted: permitted).permit(name) else {
                continue
            }
            permitted.append(Subtree(name))
        }
        return NameConstraints(permitted: permitted, excluded: excluded)
    }

    /// Returns those of the hosts for which clients wouldn't accept a certificate.
    func lacking(_ hosts: [String]) -> [String] {
        hosts.filter { CertificateName($0).map { !permit($0) } ?? false }
    }
}

extension NameConstraints.Subtree {
    /// Creates the group of addresses that begin with the same `prefix` bits as `network`.
    init(network: [UInt8], prefix: Int) {
        let mask = network.indices.map { index in
            UInt8(truncatingIfNeeded: 0xFF00 >> min(8, max(0, prefix - index * 8)))
        }
        self = .network(network, mask: mask)
    }

    /// Creates the group of one host and, if it is a domain name, all names below it.
    init(_ name: CertificateName) {
        switch name {
        case .domain(let text): self = .domain(text.hasPrefix("*.") ? String(text.dropFirst(2)) : text)
        case .address(let bytes): self = .network(bytes, mask: [UInt8](repeating: 0xFF, count: bytes.count))
        }
    }

    var isForAddresses: Bool {
        if case .network = self { true } else { false }
    }

    func contains(_ name: CertificateName) -> Bool {
        switch (self, name) {
        case (.domain(let base), .domain(let name)):
            base.isEmpty || name == base || name.hasSuffix(base.hasPrefix(".") ? base : "." + base)
        case (.network(let network, let mask), .address(let address)):
            network.count == address.count
                && network.indices.allSatisfy { network[$0] & mask[$0] == address[$0] & mask[$0] }
        case (.domain, .address), (.network, .domain):
            false
        }
    }
}
