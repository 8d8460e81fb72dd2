package import PassDomain

/// The replacement, in REST API v2, for a call of the AccessEnabler SDKs' service or of REST API v1.
package struct CallReplacement: Sendable {
    /// The operations that are replaced.
    package var operations: [Operation]
    /// The call of REST API v2; `nil` if none is needed.
    package var call: String?
    /// The differences in header fields, parameters, codes and contents.
    package var changes: String

    /// Returns the replacement for an operation; `nil` for an operation that apps don't call, or that stays as it is.
    package static func of(_ operation: Operation) -> CallReplacement? {
        all.first { $0.operations.contains(operation) }
    }

    private static let every =
        "Every call carries Authorization: Bearer with the access token, AP-Device-Identifier: fingerprint with the "
        + "device ID in base64, and X-Device-Info. Errors are JSON with status, code and action."

    /// The replacements, in the order in which an app makes the calls.
    package static let all: [CallReplacement] = [
        CallReplacement(
            operations: [.retrieveClientCredentials, .retrieveAccessToken],
            call: "unchanged: /o/client/register and /o/client/token",
            changes: "Access tokens are required. Register once, keep the credentials, and renew the token on 401."),
        CallReplacement(
            operations: [.retrieveConfiguration], call: "GET /api/v2/{serviceProvider}/configuration",
            changes: "\(every) JSON instead of XML: the MVPDs are in requestor.mvpds."),
        CallReplacement(
            operations: [.requestRegistrationCode], call: "POST /api/v2/{serviceProvider}/sessions",
            changes:
                "A form with mvpd, domainName and redirectUrl. actionName says what comes next; code is for the TV's screen."
        ),
        CallReplacement(
            operations: [.returnRegistrationRecord], call: "GET /api/v2/{serviceProvider}/sessions/{code}",
            changes: "existingParameters and missingParameters instead of the record; POST adds what is missing."),
        CallReplacement(
            operations: [.deleteRegistrationRecord], call: nil, changes: "Not needed: codes expire by themselves."),
        CallReplacement(
            operations: [.authenticate], call: "GET /api/v2/authenticate/{serviceProvider}/{code}",
            changes: "A browser opens the url of the session; there are no cookies to keep in the app."),
        CallReplacement(
            operations: [.session, .sessionDevice],
            call: "GET /api/v2/{serviceProvider}/profiles/code/{code}, later GET /api/v2/{serviceProvider}/profiles",
            changes:
                "A profile in JSON instead of an authN token; the service keeps it, the app stores nothing. 200 with no "
                + "profile while the user logs in."),
        CallReplacement(
            operations: [.authorize, .authorizeDevice],
            call: "POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}",
            changes:
                "JSON {\"resources\": […]}. Each resource gets a decision: authorized and a media token (token), or "
                + "an error with code and message instead of noAuthZ."),
        CallReplacement(
            operations: [.shortAuthorize, .deviceShortAuthorize], call: nil,
            changes: "The media token is in the decision, as token.serializedToken; it is verified as before."),
        CallReplacement(
            operations: [.preauthorize], call: "POST /api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}",
            changes: "JSON {\"resources\": […]} instead of a list of parameters; a decision for each."),
        CallReplacement(
            operations: [.getMetadata, .getMetadataDevice, .retrieveUserMetadata], call: nil,
            changes: "attributes of the profile, each with its state, plain or encrypted."),
        CallReplacement(
            operations: [.logout], call: "GET /api/v2/{serviceProvider}/logout/{mvpd}?redirectUrl=…",
            changes: "If actionName is logout, a browser must open url; if it is complete, nothing is left to do."),
        CallReplacement(
            operations: [.beginPlatformLogin], call: "POST /api/v2/{serviceProvider}/sessions/sso/{partner}",
            changes: "AP-Partner-Framework-Status carries what the framework says."),
        CallReplacement(
            operations: [.completePlatformLogin], call: "POST /api/v2/{serviceProvider}/profiles/sso/{partner}",
            changes: "A form with SAMLResponse; the answer is the profile."),
        CallReplacement(
            operations: [
                .individualizeDevice, .reportErrors, .completePassiveAuthentication, .completeBackgroundLogin,
                .retrieveCookieDomains, .accessEnablerScript, .storageProxyScript, .storageProxy, .backgroundLoginFile,
                .backgroundLogoutFile,
            ], call: nil, changes: "Not needed: only the SDK makes this call."),
    ]
}
