package import PassHTTP

extension HTTPRequest {
    package static func get(_ target: String, _ fields: HTTPFields = [:]) -> HTTPRequest {
        HTTPRequest(target: target, fields: fields)
    }

    package static func delete(_ target: String, _ fields: HTTPFields = [:]) -> HTTPRequest {
        HTTPRequest(method: .delete, target: target, fields: fields)
    }

    /// A form, encoded already.
    package static func form(_ target: String, _ body: String, _ fields: HTTPFields = [:]) -> HTTPRequest {
        post(target, "application/x-www-form-urlencoded", body, fields)
    }

    package static func json(_ target: String, _ body: String, _ fields: HTTPFields = [:]) -> HTTPRequest {
        post(target, "application/json; charset=UTF-8", body, fields)
    }

    private static func post(
        _ target: String, _ type: String, _ body: String, _ fields: HTTPFields
    ) -> HTTPRequest {
        var fields = fields
        fields.append(.contentType, type)
        return HTTPRequest(method: .post, target: target, fields: fields, body: Array(body.utf8))
    }
}

extension HTTPResponse {
    /// The body as text, for messages and searches.
    package var text: String { String(decoding: body, as: UTF8.self) }
}
