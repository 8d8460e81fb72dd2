/// The subject of a scenario. Its title is also the title of the chapter in reports.
///
/// Scenarios that aren't based on the vendor's documentation test choices of this project, and have a chapter of their
/// own.
public enum ScenarioGroup: String, Sendable, Hashable, CaseIterable {
    case configuration = "Configuration and queue"
    case clientRegistration = "Dynamic client registration"
    case authentication = "checkAuthentication and getAuthentication"
    case secureBrowser = "Secure browser (SVC)"
    case cancellation = "Cancellation"
    case secondScreen = "tvOS second screen"
    case authorization = "Authorization and media token"
    case preauthorization = "Preauthorization"
    case metadata = "Metadata, selection, options, tracking"
    case logout = "Logout"
    case storage = "Cache, storage, persistence"
    case sharing = "Single sign-on, device identity, versions"
    case passive = "Passive authentication, TempPass, Apple SSO"
    case restV2 = "REST API v2"
}
