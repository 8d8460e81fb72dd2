package import PassCore
package import PassDomain
package import PassHTTP

/// A description of an API in the form of OpenAPI 3.1, made of the routes of its endpoints.
package struct OpenAPI: Sendable {
    package var title: String
    package var calls: [Call]
    /// The JSON of the schemas that calls refer to by name.
    package var schemas: JSONValue
    /// The JSON of the schemas of parameters and header fields, by their names, or by `CALL.NAME` for the parameter of one
    /// call. A parameter without a schema can be any text.
    package var parameters: JSONValue

    package init(title: String, calls: [Call], schemas: JSONValue, parameters: JSONValue) {
        self.title = title
        self.calls = calls
        self.schemas = schemas
        self.parameters = parameters
    }

    /// A method of a path.
    package struct Call: Sendable {
        package var operation: Operation
        /// The call's name, which no other call of the document has.
        package var name: String
        package var method: HTTPMethod
        package var path: String
        package var summary: String
        package var headers: [Header]
        package var query: [String]
        package var body: Body?
        package var answers: [Answer]
        /// Whether the call carries an access token.
        package var isAuthorized: Bool
        /// Whether the call carries the value of the setting `admin.token`, if it is set and the client runs on another
        /// machine.
        package var mayCarryOperatorToken = false

        /// Describes one method of an operation's path.
        ///
        /// - Parameters:
        ///   - name: the call's name; `nil` for the name of the operation.
        ///   - path: the path, for an operation with several; `nil` for the first one.
        package init(
            _ route: Route, _ method: HTTPMethod, _ summary: String, name: String? = nil, path: String? = nil,
            headers: [Header] = [], query: [String] = [], body: Body? = nil, answers: [Answer],
            isAuthorized: Bool = true
        ) {
            operation = route.operation
            let isFirst = route.methods.first == method
            let verb = method.rawValue.prefix(1) + method.rawValue.dropFirst().asciiLowercased
            self.name = name ?? operation.rawValue + (isFirst ? "" : "By\(verb)")
            self.method = method
            self.path = path ?? route.patterns[0]
            self.summary = summary
            self.headers = headers
            self.query = query
            self.body = body
            self.answers = answers
            self.isAuthorized = isAuthorized
        }

        /// The call with the answer to a client that asks too often (Adobe, "Throttling mechanism").
        package var throttled: Call {
            var call = self
            call.answers.append(
                Answer(
                    429, "the client's address sends more requests than the setting throttle allows",
                    content: ("text/html", nil)))
            return call
        }

        /// The names that the path captures.
        fileprivate var captures: [String] {
            path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
        }
    }

    /// A header field of a call.
    package struct Header: Sendable {
        package var name: String
        package var isRequired: Bool
        package var description: String

        package init(_ name: String, isRequired: Bool = false, _ description: String) {
            self.name = name
            self.isRequired = isRequired
            self.description = description
        }
    }

    /// The content of a call.
    package struct Body: Sendable {
        /// The content types that the call accepts, each with its schema.
        package var contents: [(type: String, schema: String)]
        package var isRequired: Bool

        package init(_ type: String, schema: String, isRequired: Bool) {
            contents = [(type, schema)]
            self.isRequired = isRequired
        }

        /// Returns this content with another content type that the call accepts.
        package func or(_ type: String, schema: String) -> Body {
            var body = self
            body.contents.append((type, schema))
            return body
        }
    }

    /// An answer to a call.
    package struct Answer: Sendable {
        package var status: Int
        package var description: String
        /// The content type, and the schema if the content is JSON; `nil` without content.
        package var content: (type: String, schema: String?)?
        /// Further content types that a client can ask for, whose content is text.
        package var otherTypes: [String]

        package init(
            _ status: Int, _ description: String, content: (type: String, schema: String?)? = nil,
            otherTypes: [String] = []
        ) {
            self.status = status
            self.description = description
            self.content = content
            self.otherTypes = otherTypes
        }
    }

    /// The JSON of the description.
    package var bytes: [UInt8] {
        JSONWriter.object { document in
            document.member("openapi", "3.1.0")
            document.memberObject("info") { info in
                info.member("title", title)
                info.member("version", "1.0.0")
            }
            document.memberArray("servers") { servers in servers.elementObject { $0.member("url", "/") } }
            document.memberObject("paths") { paths in
                for path in Set(calls.map(\.path)).sorted() {
                    paths.memberObject(.text(path)) { item in
                        for call in calls where call.path == path {
                            item.memberObject(.text(call.method.rawValue.asciiLowercased)) { write(call, to: &$0) }
                        }
                    }
                }
            }
            document.memberObject("components") { components in
                writeSchemes(to: &components)
                components.member("schemas", schemas)
            }
        }
    }

    private func writeSchemes(to components: inout JSONWriter) {
        let schemes: [(name: String, description: String, isUsed: Bool)] = [
            (Self.accessToken, "an access token of POST /o/client/token", calls.contains(where: \.isAuthorized)),
            (
                Self.operatorToken,
                "the value of the setting admin.token; needed only if it is set and the request comes from another "
                    + "machine",
                calls.contains(where: \.mayCarryOperatorToken)
            ),
        ].filter(\.isUsed)
        guard !schemes.isEmpty else { return }
        components.memberObject("securitySchemes") { list in
            for scheme in schemes {
                list.memberObject(.text(scheme.name)) { member in
                    member.member("type", "http")
                    member.member("scheme", "bearer")
                    member.member("description", scheme.description)
                }
            }
        }
    }

    private static let accessToken = "accessToken"
    private static let operatorToken = "operatorToken"

    private func write(_ call: Call, to operation: inout JSONWriter) {
        operation.member("operationId", call.name)
        operation.member("summary", call.summary)
        if call.isAuthorized {
            operation.memberArray("security") { list in
                list.elementObject { $0.memberArray(.text(Self.accessToken)) { _ in } }
            }
        } else if call.mayCarryOperatorToken {
            // An empty requirement is one of the alternatives: the token is optional (OpenAPI 3.1, section 4.8.10).
            operation.memberArray("security") { list in
                list.elementObject { _ in }
                list.elementObject { $0.memberArray(.text(Self.operatorToken)) { _ in } }
            }
        }
        operation.memberArray("parameters") { list in
            for name in call.captures { write(name, of: call, in: "path", isRequired: true, to: &list) }
            for name in call.query { write(name, of: call, in: "query", isRequired: false, to: &list) }
            for header in call.headers {
                write(
                    header.name, of: call, in: "header", isRequired: header.isRequired, header.description, to: &list)
            }
        }
        if let body = call.body {
            operation.memberObject("requestBody") { member in
                member.member("required", body.isRequired)
                Self.write(body.contents.map { ($0.type, $0.schema) }, to: &member)
            }
        }
        operation.memberObject("responses") { responses in
            for answer in call.answers {
                responses.memberObject(.text(String(answer.status))) { response in
                    response.member("description", answer.description)
                    if let content = answer.content {
                        Self.write([content] + answer.otherTypes.map { ($0, nil) }, to: &response)
                    }
                }
            }
        }
    }

    private func write(
        _ name: String, of call: Call, in place: String, isRequired: Bool, _ description: String? = nil,
        to list: inout JSONWriter
    ) {
        list.elementObject { parameter in
            parameter.member("name", name)
            parameter.member("in", place)
            parameter.member("required", isRequired)
            parameter.memberIfPresent("description", description)
            parameter.member("schema", parameters["\(call.name).\(name)"] ?? parameters[name] ?? Self.text)
        }
    }

    private static let text = JSONValue.object(["type": .string("string")])

    private static func write(_ contents: [(type: String, schema: String?)], to member: inout JSONWriter) {
        member.memberObject("content") { types in
            for content in contents {
                types.memberObject(.text(content.type)) { type in
                    type.memberObject("schema") { schema in
                        if let name = content.schema {
                            schema.member("$ref", "#/components/schemas/\(name)")
                        } else {
                            schema.member("type", content.type.hasSuffix("+json") ? "object" : "string")
                        }
                    }
                }
            }
        }
    }
}
