import AccessEnabler
import Testing

@Suite("Errors in words")
struct ErrorDescriptionTests {
    @Test(
        "Each error of a call is a sentence with its codes",
        arguments: [
            (
                AccessEnablerError.configurationFailed([
                    AdvancedStatus(id: "N000", level: .info), AdvancedStatus(id: "CFG404", level: .error),
                ]), "The configuration failed: CFG404 (the service can't be reached)."
            ),
            (
                .configurationFailed([AdvancedStatus(id: "SEC420", level: .error, message: "an unknown CA")]),
                "The configuration failed: SEC420 (an unknown CA)."
            ),
            (
                .configurationFailed(
                    ["CFG400", "CFG429", "SEC403", "CFG503"].map { AdvancedStatus(id: $0, level: .error) }),
                "The configuration failed: CFG400 (the service doesn't know the requestor), CFG429 (too many requests), "
                    + "SEC403 (the service refuses this app), CFG503 (the service failed, or its answer can't be read)."
            ),
            (.configurationFailed([]), "The configuration failed."),
            (.notAuthenticated(errorCode: "Some Error"), "The user isn't logged in (Some Error)."),
            (
                .notAuthorized(errorCode: "Some Error", description: "Not today."),
                "The user may not watch this: \"Not today.\" (Some Error)."
            ),
            (.notAuthorized(errorCode: "Some Error", description: ""), "The user may not watch this (Some Error)."),
            (
                .preauthorizationFailed(PreauthorizeResponse.Status(status: 0, code: "some_code", message: "Why")),
                "The service didn't say which resources the user may watch: some_code (Why)."
            ),
            (.unknownCall(SDKVersion(2, 5)), "Version 2.5 of the SDK doesn't have this call."),
        ])
    func call(error: AccessEnablerError, text: String) { #expect("\(error)" == text) }

    @Test("A transport's error is its reason") func transport() {
        #expect("\(AccessEnabler.TransportError.unreachable("Nobody listens."))" == "Nobody listens.")
        #expect(
            "\(AccessEnabler.TransportError.untrusted("Unknown CA."))" == "The connection isn't secure: Unknown CA.")
    }
}
