import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTokens

/// `POST /_sim/tokens/verify`: judges a media token as a programmer's server does. A valid token is used up.
///
/// - Body: JSON, or a form, with `token` (as issued, or in base64; required), `resource` and `requestor`.
/// - 200: JSON with `status` (`VALID_TOKEN`, `INVALID_TOKEN_FORMAT`, `INVALID_SIGNATURE`, `TOKEN_EXPIRED`,
///   `INVALID_RESOURCE_ID`, `INVALID_REQUESTOR_ID`, `TOKEN_ALREADY_USED`), `valid`, and the contents of the token;
///   times in milliseconds since 1970.
/// - 400: a problem document; also for an empty `resource` or `requestor` and for an unknown member, which would check
///   nothing.
struct VerifyMediaToken: Endpoint {
    let route = Route(
        .verifyMediaToken, [.post], "/_sim/tokens/verify", on: .worker, carriesSecrets: true, content: .document)
    let failures: any FailureTable = AdminFailureTable()

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let input = try Input(exchange)
        let verdict = try exchange.services.mediaTokens.present(
            MediaTokenVerifier.plain(input.token), resource: input.resource,
            requestor: input.requestor.map(RequestorID.init(rawValue:)), now: exchange.now)
        if !verdict.isValid { exchange.log(.refused(VerdictName.of(verdict))) }
        let body = JSONWriter.object { answer in
            answer.member("status", VerdictName.of(verdict))
            answer.member("valid", verdict.isValid)
            guard let token = verdict.token else { return }
            answer.member("sessionGUID", token.sessionGUID)
            answer.member("requestorID", token.requestor.rawValue)
            answer.member("resourceID", token.resource.text.string)
            answer.member("mvpdID", token.mvpd.rawValue)
            answer.memberIfPresent("proxyMVPDID", token.proxyMVPD?.rawValue)
            answer.member("timeIssued", token.issued.milliseconds)
            answer.member("expires", token.expires.milliseconds)
        }
        return HTTPResponse(.ok, fields: [.contentType: "application/json", .cacheControl: "no-store"], body: body)
    }

    private struct Input {
        var token: String
        var resource: String?
        var requestor: String?

        private static let names = ["token", "resource", "requestor"]

        init(_ exchange: Exchange) throws {
            let type = exchange.header(.contentType)?.asciiLowercased ?? ""
            guard type.hasPrefix("application/json") else {
                try ControlParameters.check(exchange.parameters, known: Self.names)
                token = try exchange.parameters.required("token", controls: .any)
                resource = try Self.text("resource", of: exchange.parameters, controls: .lineBreaks)
                requestor = try Self.text("requestor", of: exchange.parameters)
                return
            }
            let (value, hasRepeatedName) = try ControlContent.parse(exchange.request.body)
            if hasRepeatedName {
                throw EntitlementFailure.malformedParameter("The content", reason: "has the same name twice")
            }
            // A null stands for an absent member, as many JSON libraries write it.
            let members = (value.objectValue ?? [:]).filter { $0.value != .null }
            let content = try ControlContent(
                value.objectValue == nil ? value : .object(members), names: Self.names, at: "")
            try ControlParameters.refuse(exchange)
            token = try content.requiredText("token")
            resource = try content.text("resource")
            requestor = try content.text("requestor")
        }

        /// Returns a parameter's text, or `nil` if the parameter is absent. An empty text is an error, so that a check
        /// that the client asked for is never skipped.
        private static func text(
            _ name: String, of parameters: Parameters, controls: Parameters.ControlCharacters = .refused
        ) throws -> String? {
            if parameters.all(name).contains(where: \.isEmpty) {
                throw EntitlementFailure.malformedParameter(name, reason: "is empty")
            }
            return try parameters.optional(name, controls: controls)
        }
    }
}
