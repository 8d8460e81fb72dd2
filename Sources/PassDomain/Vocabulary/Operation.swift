/// An operation that the simulator serves, under the name that its route, the log, faults and the journal share.
///
/// The raw value is the name that the log shows and that the wire reference lists, e.g. `AuthorizeDevice`. Where an
/// operation has one path for web clients and one for native SDKs, each path is an operation of its own.
public enum Operation: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    // MARK: Configuration and devices

    /// `GET /adobe-services/config/{requestor}`: a requestor's MVPDs.
    case retrieveConfiguration = "RetrieveConfiguration"
    /// `POST /indiv/devices`: a device ID for a fingerprint.
    case individualizeDevice = "IndividualizeDevice"
    /// `POST /adobe-services/errors`: an SDK's report of its errors.
    case reportErrors = "ReportErrors"

    // MARK: Login and logout

    /// `GET /adobe-services/authenticate`: the start of a login, which leads the browser to the MVPD.
    case authenticate = "Authenticate"
    /// `POST /sp/saml/SAMLAssertionConsumer`: the SAML response of an MVPD.
    case consumeAssertion = "ConsumeAssertion"
    /// `GET /sp/saml/SAMLAssertionConsumer`: a probe of that path, without a SAML response.
    case probeAssertionConsumer = "ProbeAssertionConsumer"
    /// `GET /adobe-services/oauth2`: the authorization code of an OAuth 2.0 MVPD.
    case consumeAuthorizationCode = "ConsumeAuthorizationCode"
    /// `GET` and `POST /adobe-services/session`: the authN token of a web client.
    case session = "Session"
    /// `GET` and `POST /adobe-services/sessionDevice`: the authN token of a native SDK.
    case sessionDevice = "SessionDevice"
    /// `POST /adobe-services/tokens/verificationCode`: the start of a login by the platform's own sign-on.
    case beginPlatformLogin = "BeginPlatformLogin"
    /// `POST /adobe-services/tokens`: the end of a login by the platform's own sign-on.
    case completePlatformLogin = "CompletePlatformLogin"
    /// `GET` and `POST /adobe-services/logout`: the end of a login, at the service and at the MVPD.
    case logout = "Logout"
    /// `GET /sp/saml/LogoutServiceHTTPRedirectResponse`: the SAML answer of an MVPD to a logout.
    case consumeLogoutResponse = "ConsumeLogoutResponse"
    /// `GET /adobe-services/oauth2/logout`: the browser's return from the logout page of an OAuth 2.0 MVPD.
    case consumeOAuthLogout = "ConsumeOAuthLogout"

    // MARK: Authorization

    /// `POST /adobe-services/authorize`: the authZ token of a web client for a resource.
    case authorize = "Authorize"
    /// `POST /adobe-services/authorizeDevice`: the authZ token of a native SDK for a resource.
    case authorizeDevice = "AuthorizeDevice"
    /// `POST /adobe-services/shortAuthorize`: the media token of a web client.
    case shortAuthorize = "ShortAuthorize"
    /// `POST /adobe-services/deviceShortAuthorize`: the media token of a native SDK.
    case deviceShortAuthorize = "DeviceShortAuthorize"
    /// `POST /adobe-services/preauthorize`: decisions for a list of resources, without tokens.
    case preauthorize = "Preauthorize"
    /// `GET` and `POST /tvs/v1/sign`: a stream's URL, signed for the bearer of a media token.
    case signStreamURL = "SignStreamURL"

    // MARK: Metadata

    /// `POST /adobe-services/getMetadata`: the device ID of a web client.
    case getMetadata = "GetMetadata"
    /// `POST /adobe-services/getMetadataDevice`: the device ID of a native SDK.
    case getMetadataDevice = "GetMetadataDevice"
    /// `POST /adobe-services/usermetadata`: the metadata that the MVPD shares about the subscriber.
    case retrieveUserMetadata = "RetrieveUserMetadata"

    // MARK: Pages and files of the web SDK

    /// `GET /adobe-services/completePassiveAuthentication`: the page where a passive login ends.
    case completePassiveAuthentication = "CompletePassiveAuthentication"
    /// `GET /adobe-services/completeBackgroundLogin`: the page where a background login ends.
    case completeBackgroundLogin = "CompleteBackgroundLogin"
    /// `GET /adobe-services/cookieDomains`: the MVPDs' domains that set cookies.
    case retrieveCookieDomains = "RetrieveCookieDomains"
    /// `GET /entitlement/{version}/AccessEnabler.js`
    case accessEnablerScript = "AccessEnablerScript"
    /// `GET /entitlement/{version}/AccessEnablerProxy.js`
    case storageProxyScript = "StorageProxyScript"
    /// `GET /entitlement/{version}/AccessEnablerProxy.html`
    case storageProxy = "StorageProxy"
    /// `GET /entitlement/{version}/completeBackgroundLogin.html`
    case backgroundLoginFile = "BackgroundLoginFile"
    /// `GET /entitlement/{version}/completeBackgroundLogout.html`
    case backgroundLogoutFile = "BackgroundLogoutFile"

    // MARK: Temporary passes

    /// `DELETE /reset-tempass/v3/reset`: forgets the uses of a temporary pass by a device.
    case resetTempPass = "ResetTempPass"
    /// `DELETE /reset-tempass/v3/reset/generic`: forgets the uses of a promotional temporary pass by an identity.
    case resetGenericTempPass = "ResetGenericTempPass"
    /// `DELETE /reset-tempass/v2/reset`
    case resetTempPassV2 = "ResetTempPass2"
    /// `DELETE /reset-tempass/v2.1/reset`
    case resetTempPassV21 = "ResetTempPass2.1"

    // MARK: Dynamic client registration

    /// `POST /o/client/register`: client credentials for a software statement.
    case retrieveClientCredentials = "RetrieveClientCredentials"
    /// `GET` and `POST /o/client/token`: an access token for client credentials.
    case retrieveAccessToken = "RetrieveAccessToken"

    // MARK: REST API v1

    /// `POST /reggie/v1/{requestor}/regcode`
    case requestRegistrationCode = "RequestRegistrationCode"
    /// `GET /reggie/v1/{requestor}/regcode/{code}`
    case returnRegistrationRecord = "ReturnRegistrationRecord"
    /// `DELETE /reggie/v1/regcode/{code}`
    case deleteRegistrationRecord = "DeleteRegistrationRecord"

    // MARK: REST API v2, under /api/v2/{serviceProvider}

    /// `GET configuration`: a service provider's MVPDs.
    case retrieveServiceProviderConfiguration = "RetrieveServiceProviderConfiguration"
    /// `POST sessions`: the start of a login, and its code.
    case createAuthenticationSession = "CreateAuthenticationSession"
    /// `POST sessions/{code}`: adds parameters that a login still needs.
    case resumeAuthenticationSession = "ResumeAuthenticationSession"
    /// `GET sessions/{code}`: the parameters that a login has and those that it still needs.
    case retrieveAuthenticationSession = "RetrieveAuthenticationSession"
    /// `GET /api/v2/authenticate/{serviceProvider}/{code}`: the address of a login, for a browser.
    case authenticateInUserAgent = "AuthenticateInUserAgent"
    /// `GET profiles`: an app's profiles on a device.
    case retrieveProfiles = "RetrieveProfiles"
    /// `GET profiles/{mvpd}`: an app's profile for one MVPD.
    case retrieveProfileForMVPD = "RetrieveProfileForMVPD"
    /// `GET profiles/code/{code}`: the profile of the login with a code.
    case retrieveProfileForCode = "RetrieveProfileForCode"
    /// `POST decisions/authorize/{mvpd}`: decisions with media tokens.
    case retrieveAuthorizationDecisions = "RetrieveAuthorizationDecisions"
    /// `POST decisions/preauthorize/{mvpd}`: decisions for a list of resources, without tokens.
    case retrievePreauthorizationDecisions = "RetrievePreauthorizationDecisions"
    /// `GET logout/{mvpd}`: the end of a login, and the address at which the MVPD ends it.
    case initiateLogout = "InitiateLogout"
    /// `POST sessions/sso/{partner}`: the request that a partner's framework sends to the MVPD.
    case retrievePartnerAuthenticationRequest = "RetrievePartnerAuthenticationRequest"
    /// `POST profiles/sso/{partner}`: a profile in exchange for the MVPD's answer, which the framework returns.
    case createPartnerProfile = "CreatePartnerProfile"

    // MARK: The SSO Service, under /api/{serviceProvider}

    /// `POST serviceToken`: a device's first service token.
    case createServiceToken = "CreateServiceToken"
    /// `GET serviceToken`: a new service token in place of an older one.
    case refreshServiceToken = "RefreshServiceToken"
    /// `POST link`: a code by which another device joins.
    case createLinkCode = "CreateLinkCode"
    /// `POST unlink`: devices leave.
    case unlinkDevices = "UnlinkDevices"
    /// `GET list`: the devices that share profiles.
    case listLinkedDevices = "ListLinkedDevices"

    // MARK: The simulated MVPDs, under /_sim/mvpd/{mvpd}

    /// `GET sso`: a SAML request in the query.
    case singleSignOnByRedirect = "SingleSignOnByRedirect"
    /// `POST sso`: a SAML request in a form.
    case singleSignOnByPost = "SingleSignOnByPost"
    /// `GET slo`: a SAML logout request.
    case singleLogout = "SingleLogout"
    /// `GET login`: the login page.
    case showLogin = "ShowLogin"
    /// `POST login`: user name and password.
    case signIn = "SignIn"
    /// `POST authn`: user name and password as JSON.
    case signInByJSON = "SignInByJSON"
    /// `GET finish`: the end of a login by JSON.
    case finishLogin = "FinishLogin"
    /// `POST consent`: the subscriber's answer to the question of consent.
    case consent = "Consent"
    /// `GET` and `POST bookend`: a page before or after the login page.
    case bookend = "Bookend"
    /// `GET logo.svg`
    case logo = "Logo"
    /// `GET` and `POST authorize`: the OAuth 2.0 authorization endpoint.
    case authorizeClient = "AuthorizeClient"
    /// `POST token`: the OAuth 2.0 token endpoint.
    case issueTokens = "IssueTokens"
    /// `POST revoke`: the revocation of an OAuth 2.0 token.
    case revokeToken = "RevokeToken"
    /// `GET` and `POST userinfo`: the OpenID Connect claims of the subscriber.
    case describeSubscriber = "DescribeSubscriber"
    /// `GET` and `POST logout`: the OpenID Connect end of the browser's session.
    case endBrowserSession = "EndBrowserSession"
    /// `GET jwks`
    case publishKeys = "PublishKeys"
    /// `GET .well-known/openid-configuration`: the metadata of the OpenID Connect provider.
    case describeOpenIDProvider = "DescribeOpenIDProvider"

    // MARK: The simulator's own paths, under /_sim

    /// `GET ready`
    case reportReadiness = "ReportReadiness"
    /// `GET /_sim/`, `GET /`: the dashboard, a page for people.
    case showDashboard = "ShowDashboard"
    /// `GET dashboard/{file}`: a file that the dashboard loads.
    case serveDashboardFile = "ServeDashboardFile"
    /// `GET environment`, `GET environment.json`: the names and addresses that a client needs.
    case describeEnvironment = "DescribeEnvironment"
    /// `GET keys`: the list of keys.
    case listKeys = "ListKeys"
    /// `GET keys/…`: a key in one of its forms.
    case serveKey = "ServeKey"
    /// `GET jwks.json`: the keys of the access tokens.
    case publishTokenKeys = "PublishTokenKeys"
    /// `GET ca.pem` and its other forms: the certificate of the simulator's authority.
    case serveCertificate = "ServeCertificate"
    /// `GET ca`: the page that offers that certificate.
    case offerCertificate = "OfferCertificate"
    /// `GET` and `POST done`: the page where a login or logout without an app ends.
    case showLanding = "ShowLanding"
    /// `POST tokens/verify`: the verification of a media token.
    case verifyMediaToken = "VerifyMediaToken"
    /// `GET openapi/{document}`: the description of an API in the form of OpenAPI.
    case describeAPI = "DescribeAPI"
    /// `DELETE clients/{client}`: withdraws the permission of a registered client.
    case revokeClient = "RevokeClient"

    // MARK: Control of the simulator, under /_sim

    /// `GET clock`: the World's time.
    case readClock = "ReadClock"
    /// `PATCH clock`: sets, advances, stops or scales the World's clock.
    case changeClock = "ChangeClock"
    /// `GET namespaces`
    case listNamespaces = "ListNamespaces"
    /// `GET namespaces/{namespace}`
    case describeNamespace = "DescribeNamespace"
    /// `PUT namespaces/{namespace}`: an empty namespace, one with its own settings, or a copy.
    case createNamespace = "CreateNamespace"
    /// `DELETE namespaces/{namespace}`
    case removeNamespace = "RemoveNamespace"
    /// `DELETE namespaces`: all namespaces.
    case removeAllNamespaces = "RemoveAllNamespaces"
    /// `POST reset`: the World in its start-up state.
    case resetNamespace = "ResetNamespace"
    /// `GET snapshot`: the World's state as one document.
    case takeSnapshot = "TakeSnapshot"
    /// `PUT snapshot`: replaces the World's state with that of a snapshot.
    case restoreSnapshot = "RestoreSnapshot"
    /// `GET capsule`: journal, state, settings and rules as one file without secrets.
    case saveCapsule = "SaveCapsule"
    /// `PUT capsule`: shows the journal and the state of a capsule.
    case openCapsule = "OpenCapsule"
    /// `GET rules`
    case listRules = "ListRules"
    /// `POST rules`: a rule that makes some requests fail, or changes their answers.
    case addRule = "AddRule"
    /// `GET rules/{rule}`
    case describeRule = "DescribeRule"
    /// `DELETE rules/{rule}`
    case removeRule = "RemoveRule"
    /// `DELETE rules`: all rules.
    case removeAllRules = "RemoveAllRules"
    /// `POST login`: signs a subscriber in without a browser.
    case signInSubscriber = "SignInSubscriber"
    /// `GET state/{kind}`: the requestors, MVPDs, subscribers, sessions and so on.
    case listState = "ListState"
    /// `PATCH state/{kind}/{id}`
    case changeState = "ChangeState"
    /// `DELETE state/{kind}/{id}`
    case removeState = "RemoveState"
    /// `POST tokens/mint`: a token in any state.
    case mintToken = "MintToken"

    /// `GET exchanges`
    case listExchanges = "ListExchanges"
    /// `DELETE exchanges`: empties the journal.
    case removeExchanges = "RemoveExchanges"
    /// `GET exchanges/{exchange}`
    case describeExchange = "DescribeExchange"
    /// `GET exchanges/{exchange}/explanation`: the checks that led to an answer.
    case explainExchange = "ExplainExchange"
    /// `GET exchanges/await`: waits for the first matching exchange.
    case awaitExchange = "AwaitExchange"
    /// `POST exchanges/verify`: whether the matching exchanges have the expected number or order.
    case verifyExchanges = "VerifyExchanges"
    /// `GET exchanges.har` and `exchanges.jsonl`: the journal as a file.
    case exportExchanges = "ExportExchanges"
    /// `POST exchanges/import`: reads an exported file, or any HAR file, into the journal.
    case importExchanges = "ImportExchanges"
    /// `GET events`: exchanges as they happen, as server-sent events.
    case followEvents = "FollowEvents"
    /// `GET flows`
    case listFlows = "ListFlows"
    /// `GET flows/{flow}`
    case describeFlow = "DescribeFlow"
    /// `GET flows/{flow}/diagram.svg`, `diagram.mmd` and `diagram.txt`: the flow as a sequence diagram.
    case drawFlow = "DrawFlow"
    /// `GET verdict`: whether the client obeys the published rules.
    case judgeClient = "JudgeClient"
    /// `GET metrics`: counts and latencies in the form of OpenMetrics.
    case reportMetrics = "ReportMetrics"

    public var description: String { rawValue }

    /// The operation's index among all operations, from 0, which counters use.
    package var number: Int { Self.numbers[self] ?? 0 }

    private static let numbers = Dictionary(uniqueKeysWithValues: zip(allCases, 0...))
}
