/// The configuration that `setRequestor` got from the service providers.
struct RequestorConfiguration: Sendable {
    var setting: RequestorSetting
    /// The MVPDs in the order of the answers, each assigned to the service provider that listed it first.
    var providers: [MVPD]
    /// The `device`, `clientType` and `os` that the service detected, for tracking.
    var client: DetectedClient

    var requestor: String { setting.requestor }

    /// Returns the MVPD with that ID; `nil` when it isn't in the list.
    func provider(_ id: String?) -> MVPD? { providers.first { $0.id == id } }
}
