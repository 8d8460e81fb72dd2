import AccessEnabler
import AccessEnablerURLSession

/// The same by `async` calls: they log in with that browser, and return the media token or throw why there is none.
@MainActor func mediaToken(
    _ softwareStatement: String, serviceProvider: String, folder: String?, browser: any AccessEnabler.UserAgent
) async throws -> String {
    let enabler = AccessEnabler(
        softwareStatement, settings: AccessEnablerSettings(defaultServiceProvider: serviceProvider),
        platform: .standard(folder: folder))
    try await enabler.configure(requestor: "TEST_REQUESTOR")
    try await enabler.authenticate(picker: { mvpds in mvpds.first { $0.id == "Adobe" } }, userAgent: browser)
    return try await enabler.mediaToken(for: "TEST_RESOURCE")
}
