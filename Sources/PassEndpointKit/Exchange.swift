package import PassCore
package import PassDomain
package import PassHTTP

/// One request with all that an endpoint needs to answer it.
package struct Exchange: Sendable {
    package let request: HTTPRequest
    package let world: World
    package let links: Links
    /// The World's time when the request was taken up; one request sees one time.
    package let now: Timestamp
    package let captures: Captures
    /// None until they are read.
    package var parameters: Parameters

    package init(
        request: HTTPRequest, world: World, links: Links, now: Timestamp, captures: Captures,
        parameters: Parameters = Parameters([])
    ) {
        self.request = request
        self.world = world
        self.links = links
        self.now = now
        self.captures = captures
        self.parameters = parameters
    }

    /// A part of the path.
    ///
    /// - Throws: `EntitlementFailure.malformedParameter` when it holds a control character.
    package func capture(_ name: String) throws(EntitlementFailure) -> String {
        guard let value = captures[name] else { throw .missingParameter(name) }
        guard !value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            throw .malformedParameter(name, reason: "holds a control character")
        }
        return value
    }

    package func header(_ name: HTTPFieldName) -> String? {
        guard let value = request.fields[name], !value.isEmpty else { return nil }
        return value
    }

    /// The value of the request's first cookie of that name.
    package func cookie(_ name: String) -> String? {
        for header in request.fields.values(.cookie) {
            if let pair = CookieHeader.parse(header).first(where: { $0.name.hasSameBytes(as: name) }) {
                return pair.value
            }
        }
        return nil
    }

    /// The access token of the `Authorization` field, else of the parameter `access_token` (RFC 6750, section 2).
    ///
    /// - Throws: `.accessTokenRefused` for the scheme without a token, `.malformedParameter` for a bad parameter.
    package func bearer() throws(EntitlementFailure) -> String? {
        if let authorization = header(.authorization) {
            let scheme = authorization.utf8.prefix { $0 != UInt8(ascii: " ") }
            // In either case.
            if scheme.elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 }) {
                let token = authorization.utf8.dropFirst(scheme.count + 1)
                guard !token.isEmpty else { throw .accessTokenRefused }
                return String(Substring(token))
            }
        }
        return try parameters.optional("access_token")
    }
}
