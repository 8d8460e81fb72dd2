/// The step at which a flow continues when the answer to its request comes.
enum Step: Sendable {
    /// The configuration of one service provider, given by its index in the attempt's list.
    case configuration(attempt: Int, serviceProvider: Int)
    case access(AccessStep)
    case login(LoginStep)
    /// The answer to a poll of the second screen.
    case secondScreen(login: Int)
    case passiveLogin(PassiveStep)
    case platform(PlatformStep)
    case authorization(AuthorizationStep)
    case preauthorization(PreauthorizationStep)
    case metadata(MetadataStep)
    case logout(wasFromPlatform: Bool)
}

/// The steps of getting an access token.
///
/// `run` is the number of the attempt, so that answers to an abandoned attempt are recognized.
enum AccessStep: Sendable {
    /// The registration of the client.
    case register(run: Int)
    /// The request for the token.
    case token(run: Int)
}

/// The steps of a login; `login` is the login's number.
enum LoginStep: Sendable {
    case registrationCode(login: Int)
    /// The login at a TempPass.
    ///
    /// - `code`: the registration code for which the service was asked to log the user in, if there is one.
    case temporaryPass(login: Int, code: String?)
    case token(login: Int, code: String?)
}

/// The steps of a passive login, each with the attempt's number.
enum PassiveStep: Sendable {
    case registrationCode(attempt: Int)
    case token(attempt: Int)
}

/// The steps of the platform's sign-on, each with the attempt's number.
enum PlatformStep: Sendable {
    /// The request for the service's SAML request, which the MVPD answers.
    case profileRequest(attempt: Int)
    /// The exchange of the MVPD's SAML response.
    case exchange(attempt: Int)
    /// The request for the authN token.
    case token(attempt: Int)
}

/// The steps of an authorization.
enum AuthorizationStep: Sendable {
    case authorize(ResourceRequest, AuthorizingLogin)
    /// The request for the media token.
    ///
    /// - `authorization`: the authZ token with which the media token is requested.
    /// - `wasCached`: whether the authZ token came from the store.
    case mediaToken(ResourceRequest, AuthorizingLogin, authorization: String, wasCached: Bool)
}

/// The steps of a preauthorization.
enum PreauthorizationStep: Sendable {
    case list([String], AuthorizingLogin, ticket: Int)
    case request(PreauthorizeRequest, AuthorizingLogin, CompletionID)
}

/// The steps of `getMetadata`, each with the arguments of the call.
enum MetadataStep: Sendable {
    case deviceID([String: EntitlementValue])
    case userMetadata([String: EntitlementValue], name: String, AuthorizingLogin)
}
