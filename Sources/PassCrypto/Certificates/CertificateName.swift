#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A host in a certificate's subjectAltName: a domain name or the bytes of an address (RFC 5280, section 4.2.1.6).
enum CertificateName: Hashable, Sendable {
    /// A domain name in lower case, without a trailing dot. The first label may be `*`.
    case domain(String)
    /// An address of 4 bytes (IPv4) or 16 (IPv6), in network order.
    case address([UInt8])

    /// Reads a name as users and clients write it. Returns `nil` if no host can have it.
    ///
    /// An IPv6 address may be in brackets. A label has 1 to 63 letters, digits, hyphens and underscores, and the whole
    /// name has at most 253 characters (RFC 1035, section 2.3.4). Names in other scripts must be written as A-labels.
    init?(_ text: String) {
        if let address = Self.address(text) {
            self = .address(address)
        } else if let domain = Self.domain(text) {
            self = .domain(domain)
        } else {
            return nil
        }
    }

    var isWildcard: Bool {
        if case .domain(let name) = self { name.hasPrefix("*") } else { false }
    }

    var isAddress: Bool {
        if case .address = self { true } else { false }
    }

    /// The name as text, for a certificate's common name and for messages.
    var text: String {
        switch self {
        case .domain(let name):
            return name
        case .address(let bytes):
            let family = bytes.count == 4 ? AF_INET : AF_INET6
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
            return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    private static func address(_ text: String) -> [UInt8]? {
        var characters = Array(text.utf8)
        if characters.first == UInt8(ascii: "["), characters.last == UInt8(ascii: "]") {
            characters = Array(characters.dropFirst().dropLast())
            guard characters.contains(UInt8(ascii: ":")) else { return nil }
        }
        // `inet_pton` stops at a zero byte and would accept what comes before it.
        guard (2...45).contains(characters.count), !characters.contains(0) else { return nil }
        let isLong = characters.contains(UInt8(ascii: ":"))
        var bytes = [UInt8](repeating: 0, count: isLong ? 16 : 4)
        let status = inet_pton(isLong ? AF_INET6 : AF_INET, String(decoding: characters, as: UTF8.self), &bytes)
        return status == 1 ? bytes : nil
    }

    private static func domain(_ text: String) -> String? {
        var characters = Array(text.utf8)
        if characters.last == UInt8(ascii: ".") { characters.removeLast() }
        guard (1...253).contains(characters.count) else { return nil }
        for index in characters.indices where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(characters[index]) {
            characters[index] |= 0x20
        }
        let labels = characters.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for (index, label) in labels.enumerated() {
            if index == 0, labels.count > 1, Array(label) == [UInt8(ascii: "*")] { continue }
            guard (1...63).contains(label.count), label.allSatisfy(isNameCharacter) else { return nil }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    private static func isNameCharacter(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default:
            false
        }
    }
}
