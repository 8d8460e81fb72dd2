/// The rules for which MVPDs take part in the platform's sign-on.
extension FlowContext {
    /// Whether the SDK was given a platform to sign on with, and its profile uses one (2.0 and later).
    var knowsPlatform: Bool { setup.hasPlatformSSO && setup.profile.version >= SDKVersion(2, 0) }

    /// Whether there is a platform to sign on with, and an MVPD that its picker can show.
    func canSignOnAtPlatform(_ filter: ProviderFilter?) -> Bool {
        knowsPlatform && !providersInPlatformPicker(filter).isEmpty
    }

    /// Returns the MVPDs that the platform's picker shows, in the app's order; those that don't take part are left out.
    ///
    /// - Parameter filter: the MVPDs to show; `nil` or an empty list means all that the platform may list.
    func providersInPlatformPicker(_ filter: ProviderFilter?) -> [MVPD] {
        let listed = configuration?.providers.filter { $0.takesPartInPlatform && $0.displayInPlatformPicker }
        guard let filter, !filter.shown.isEmpty else { return listed ?? [] }
        var seen: Set<String> = []
        return filter.shown.compactMap { id in
            seen.insert(id).inserted ? listed?.first { $0.id == id } : nil
        }
    }

    /// Returns the requestor's MVPD that has the given identifier at the platform.
    func platformProvider(_ platformID: String) -> MVPD? {
        configuration?.providers.first { $0.takesPartInPlatform && $0.platformMappingId == platformID }
    }
}

extension MVPD {
    /// Whether the platform lists the MVPD and this requestor allows sign-on there.
    var takesPartInPlatform: Bool {
        enablePlatformServices && boardingStatus != nil && platformMappingId != nil
    }
}
