import PassCore

/// A rule that decides whether a browser may be sent back to an address at the end of a login or logout.
///
/// No rule allows relative or scheme-relative references, user information, control characters, or schemes that run a
/// script or read local data: a login page must not become a way to run a script in the service's origin.
package struct RedirectRule: Sendable {
    package var redirects: Policy.Redirects
    package var requestor: Requestor

    package init(redirects: Policy.Redirects, requestor: Requestor) {
        self.redirects = redirects
        self.requestor = requestor
    }

    private static let forbiddenSchemes: Set<ExactText> = [
        "javascript", "data", "vbscript", "file", "blob", "filesystem", "view-source", "about",
    ]

    /// Checks an address.
    ///
    /// - Parameter url: the address from the request, percent-decoded once.
    /// - Throws: `EntitlementFailure.redirectRefused` with a sentence that contains no part of the address.
    package func check(_ url: String) throws(EntitlementFailure) {
        let bytes = Array(url.utf8)
        guard !bytes.isEmpty, bytes.count <= 4096 else { throw .redirectRefused("It is empty or too long.") }
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else {
            throw .redirectRefused("It contains a character that isn't allowed in a URL.")
        }
        // Web clients that need no redirect send this address of an empty page (legacy protocol, "Background login").
        if url == "about:blank" { return }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(bytes[..<colon]) else {
            throw .redirectRefused("It is not an absolute URL.")
        }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).asciiLowercased
        guard !Self.forbiddenSchemes.contains(ExactText(scheme)) else {
            throw .redirectRefused("Its scheme is never allowed.")
        }
        let rest = bytes[(colon + 1)...]
        let authority = Self.authority(in: rest)
        if let authority, authority.contains(UInt8(ascii: "@")) {
            throw .redirectRefused("It contains user information.")
        }
        if scheme == "http" || scheme == "https" {
            guard let authority, let host = Self.host(of: authority) else {
                throw .redirectRefused("It has no host.")
            }
            try checkRegistered(scheme: scheme, host: host)
        } else {
            try checkRegistered(scheme: scheme, host: "")
        }
    }

    /// Checks an address as `check` does, and notes the result for the explanation of the request.
    func admit(_ url: String) throws(EntitlementFailure) {
        do {
            try check(url)
            Check.note(true, .returnAddress(url))
        } catch {
            Check.note(false, .returnAddress(url))
            throw error
        }
    }

    private func checkRegistered(scheme: String, host: String) throws(EntitlementFailure) {
        guard redirects == .registered else { return }
        if scheme == "http" || scheme == "https" {
            let isKnown = requestor.domains.contains { domain in
                let domain = domain.asciiLowercased
                return host.hasSameBytes(as: domain) || host.endsWithBytes(of: "." + domain)
            }
            guard isKnown else { throw .redirectRefused("Its host is not a registered domain of the requestor.") }
        } else {
            guard requestor.schemes.contains(where: { $0.asciiLowercased.hasSameBytes(as: scheme) }) else {
                throw .redirectRefused("Its scheme is not a registered scheme of the requestor.")
            }
        }
    }

    /// Whether the bytes are a scheme: `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )` (RFC 3986, section 3.1).
    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { byte in
            isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func authority(in rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let slash = UInt8(ascii: "/")
        guard rest.count >= 2, rest[rest.startIndex] == slash, rest[rest.startIndex + 1] == slash else { return nil }
        let after = rest.dropFirst(2)
        let end = after.firstIndex { $0 == slash || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        return after[..<(end ?? after.endIndex)]
    }

    /// Returns the host in lower case, without its port; `nil` when there is no host or its form is wrong.
    private static func host(of authority: ArraySlice<UInt8>) -> String? {
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")), end > authority.startIndex + 1 else {
                return nil
            }
            return String(decoding: authority[...end], as: UTF8.self).asciiLowercased
        }
        let host = authority.prefix { $0 != UInt8(ascii: ":") }
        let port = authority[host.endIndex...].dropFirst()
        guard !host.isEmpty, port.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            port.count <= 5, !host.contains(UInt8(ascii: "%"))
        else { return nil }
        return String(decoding: host, as: UTF8.self).asciiLowercased
    }
}
