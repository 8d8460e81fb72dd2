import PassDomain
import PassInstruments

/// The two sides of an exchange.
struct Participants {
    let client: String
    let server: String

    /// Determines the sides of an operation's exchange.
    ///
    /// - Parameter operation: the operation; `nil` for a request that matched no endpoint.
    init(_ operation: Operation?) {
        server = operation?.family == .mvpd ? "MVPD" : "service"
        client =
            switch operation {
            case .issueTokens, .revokeToken, .describeSubscriber: "service"
            case .verifyMediaToken, .signStreamURL, .resetTempPass, .resetGenericTempPass, .resetTempPassV2,
                .resetTempPassV21:
                "programmer"
            case .authenticate, .consumeAssertion, .probeAssertionConsumer, .consumeAuthorizationCode, .logout,
                .consumeLogoutResponse, .consumeOAuthLogout, .authenticateInUserAgent, .completePassiveAuthentication,
                .completeBackgroundLogin, .accessEnablerScript, .storageProxyScript, .storageProxy,
                .backgroundLoginFile, .backgroundLogoutFile, .showLanding:
                "browser"
            case let operation? where operation.family == .mvpd: "browser"
            default: "app"
            }
    }
}
