import PassCore
import Testing

@testable import PassSimulator

/// A site in which a user has signed in on a device and watched, by both APIs.
struct UsedSite {
    let site: TestSite
    let app: RESTv2App
    let client: NativeClient
    /// The device's authN token.
    let token: String

    /// - Parameter change: changes the configuration of the start.
    init(_ change: (inout Configuration) -> Void = { _ in }) throws {
        site = try TestSite(change)
        app = try RESTv2App(site)
        client = NativeClient(site: site)
        let answer = try site.signIn(
            #"{"device": "c0ffee", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"}"#)
        token = try #require(answer["authnToken"]?.stringValue)
        try #require(try client.canWatch(token))
        try #require(app.authorize("TEST_RESOURCE").decisions.first?["authorized"] == .bool(true))
    }
}
