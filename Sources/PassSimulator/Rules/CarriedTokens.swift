import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The tokens in a request, each opened when a rule first asks for it.
struct CarriedTokens {
    private let request: HTTPRequest
    private let parameters: Parameters
    private let world: World

    init(_ request: HTTPRequest, _ parameters: Parameters, _ world: World) {
        self.request = request
        self.parameters = parameters
        self.world = world
    }

    /// The authN token.
    var profile: OpenedProfile? {
        text("authentication_token", "authn").flatMap { try? world.ports.tokens.openProfile($0) }
    }

    /// The authZ token.
    var decision: Decision? {
        text("authz_token").flatMap { try? world.ports.tokens.openDecision($0) }
    }

    /// The digest by which stores know the authZ token.
    var decisionDigest: TokenDigest? {
        guard let text = text("authz_token"), decision != nil else { return nil }
        return world.ports.tokens.digest(of: text)
    }

    /// The media token, which comes in base64.
    var media: MediaToken? {
        guard let bytes = text("mediaToken").flatMap({ Base64.decodeLeniently($0) }) else { return nil }
        return try? world.ports.tokens.openMediaToken(String(decoding: bytes, as: UTF8.self))
    }

    /// The access token of a registered client.
    var access: AccessToken? {
        let field = request.fields[.authorization].map { $0.split(separator: " ", maxSplits: 1) }
        if let field, field.count == 2, field[0].lowercased() == "bearer" {
            return world.ports.credentials.openAccessToken(String(field[1].drop { $0 == " " }))
        }
        return text("access_token").flatMap { world.ports.credentials.openAccessToken($0) }
    }

    private func text(_ names: String...) -> String? {
        names.lazy.compactMap { name in parameters.all(name).first { !$0.isEmpty } }.first
    }
}
