package import PassCore
package import PassDomain
package import PassHTTP

/// A request with everything that an endpoint needs to answer it.
package struct Exchange: Sendable {
    package let request: HTTPRequest
    package let world: World
    package let links: Links
    /// The World's time when processing of the request began; the time doesn't change during a request.
    package let now: Timestamp
    /// The parts of the path that the route's pattern captured.
    package let captures: Captures
    /// The named inputs of query and body; empty until the pipeline reads them.
    package var parameters: Parameters
    /// A denial that a rule forces on resources of this request; only operations that decide about several resources
    /// use it.
    package var forcedDenial: ForcedDenial?
    /// The defect that a rule gives the simulated MVPD for this request.
    package var mvpdFault: MVPDFault?
    /// The place where `log(_:)` stores the outcome; `nil` when requests aren't logged.
    package let outcome: OutcomeSlot?

    package init(
        request: HTTPRequest, world: World, links: Links, now: Timestamp, captures: Captures,
        parameters: Parameters = Parameters([]), outcome: OutcomeSlot? = nil
    ) {
        self.request = request
        self.world = world
        self.links = links
        self.now = now
        self.captures = captures
        self.parameters = parameters
        self.outcome = outcome
    }

    /// Tells the log how the request ended, for requests where the status of the answer doesn't say why.
    package func log(_ outcome: @autoclosure () -> Outcome) {
        self.outcome?.set(outcome())
    }

    package var services: Services { world.services }
    package var ports: Ports { world.ports }

    /// Returns the part of the path that the route's pattern captured under a name.
    ///
    /// - Throws: `EntitlementFailure.missingParameter` when the pattern captured no such part;
    ///   `EntitlementFailure.malformedParameter` when the part contains a control character or can't be decoded.
    package func capture(_ name: String) throws(EntitlementFailure) -> String {
        guard let value = captures[name] else {
            guard captures.hasBroken(name) else { throw .missingParameter(name) }
            throw .malformedParameter(name, reason: "has a broken percent escape or isn't UTF-8")
        }
        guard !value.hasControlCharacters else {
            throw .malformedParameter(name, reason: "contains a control character")
        }
        return value
    }

    /// Returns the value of a header field, or `nil` if the field is absent or empty.
    package func header(_ name: HTTPFieldName) -> String? {
        guard let value = request.fields[name], !value.isEmpty else { return nil }
        return value
    }

    /// Returns the value of a header field that names a user or a device, or `nil` if the field is absent or empty.
    ///
    /// - Throws: `EntitlementFailure.malformedParameter` for a value that isn't UTF-8, since several such values would
    ///   become the same text.
    package func exactHeader(_ name: HTTPFieldName) throws(EntitlementFailure) -> String? {
        var found: String? = ""
        request.fields.withValue(name) { found = HTTPFields.exactText($0) }
        guard let text = found else { throw .malformedParameter(name.description, reason: "isn't UTF-8") }
        return text.isEmpty ? nil : text
    }

    /// Returns the value of the request's first cookie of that name.
    package func cookie(_ name: String) -> String? {
        for header in request.fields.values(.cookie) {
            if let pair = CookieHeader.parse(header).first(where: { $0.name.hasSameBytes(as: name) }) {
                return pair.value
            }
        }
        return nil
    }

    /// Returns the access token of the `Authorization` field, otherwise that of the parameter `access_token` (RFC 6750,
    /// section 2).
    ///
    /// - Throws: `.accessTokenRefused` for the scheme `Bearer` without a token, `.malformedParameter` for a bad
    ///   parameter.
    package func bearer() throws(EntitlementFailure) -> String? {
        var token: String?
        request.fields.withValue(.authorization) { field in
            token = HTTPCredentials.bytes(of: field, after: "bearer").map { String(decoding: $0, as: UTF8.self) }
        }
        if let token {
            guard !token.isEmpty else { throw .accessTokenRefused }
            return token
        }
        return try parameters.optional("access_token")
    }
}

extension AnswerFormat {
    /// Chooses the format: a path suffix decides, else the parameter `format`, else the first known type in `Accept`,
    /// else XML.
    package init(_ exchange: Exchange) {
        if let format = exchange.captures.format {
            self = format
        } else if let format = exchange.parameters.all("format").first?.asciiLowercased,
            ["json", "xml"].contains(format)
        {
            self = format == "json" ? .json : .xml
        } else {
            self = Self.accepted(exchange.header(.accept) ?? "")
        }
    }
}
