import PassDomain
package import PassEndpointKit
package import PassHTTP

/// The rules that every family of endpoints keeps. Each function returns the operations that break one.
package struct FamilyCheck {
    private let routes: [Route]

    /// Creates a check of a family's endpoints.
    package init(_ family: some EndpointFamily) {
        routes = family.endpoints.map(\.route)
    }

    /// Returns the operations that occur more than once, or have a path that doesn't begin with `prefix`.
    package func misplaced(under prefix: String) -> [String] {
        let all = routes.map(\.operation)
        return routes.filter { route in
            route.patterns.isEmpty || !route.patterns.allSatisfy { $0.hasPrefix(prefix) }
                || all.count { $0 == route.operation } > 1
        }.map(\.operation.rawValue)
    }

    /// Returns the operations that carry secrets, and answer a call over plain HTTP with another status than this.
    ///
    /// - Parameter world: a World that requires TLS and has the family.
    package func insecure(in world: TestWorld, _ status: HTTPStatus) throws -> [String] {
        try routes.filter { route in
            guard route.carriesSecrets, let method = route.methods.first else { return false }
            // The optional parts are left out, and each variable is "A".
            let path = route.patterns[0].replacing(/\[[^\]]*\]/, with: "").replacing(/\{[^}]*\}/, with: "A")
            return try world.answer(HTTPRequest(method: method, target: path)).status != status
        }.map(\.operation.rawValue)
    }

    /// The number of operations that carry secrets.
    package var secretCount: Int { routes.count(where: \.carriesSecrets) }
}
