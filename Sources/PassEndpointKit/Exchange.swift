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
        if let token = request.fields.withValue(.authorization, Self.bearer) ?? nil {
            guard !token.isEmpty else { throw .accessTokenRefused }
            return token
        }
        return try parameters.optional("access_token")
    }

    /// What follows the scheme `Bearer`, in either case; `nil` for another scheme.
    private static func bearer(_ authorization: UnsafeRawBufferPointer) -> String? {
        let scheme: StaticString = "bearer"
        let count = scheme.utf8CodeUnitCount
        guard authorization.count >= count, authorization.count == count || authorization[count] == UInt8(ascii: " ")
        else { return nil }
        for index in 0..<count where authorization[index] | 0x20 != scheme.utf8Start[index] { return nil }
        return String(decoding: authorization.dropFirst(count + 1), as: UTF8.self)
    }
}
