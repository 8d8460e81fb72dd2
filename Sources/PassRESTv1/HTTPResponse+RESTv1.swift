import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

extension HTTPResponse {
    /// Returns an answer with the fields that all answers of this family carry (REST API v1, "Headers on responses").
    static func restV1(
        _ status: HTTPStatus, _ format: AnswerFormat, _ body: [UInt8], _ exchange: Exchange
    ) -> HTTPResponse {
        var response = HTTPResponse(
            status, type: format == .json ? AnswerFormat.jsonType : AnswerFormat.xmlType, body)
        response.addRESTv1Fields(exchange)
        return response
    }

    /// Returns an answer with status 204, which has no body and therefore no content type.
    static func restV1NoContent(_ exchange: Exchange) -> HTTPResponse {
        var response = HTTPResponse(.noContent)
        response.addRESTv1Fields(exchange)
        return response
    }

    private mutating func addRESTv1Fields(_ exchange: Exchange) {
        fields.append(.cacheControl, "no-store")
        fields.append("Adobe-Request-Id", exchange.world.identifiers.uuid().text)
    }
}
