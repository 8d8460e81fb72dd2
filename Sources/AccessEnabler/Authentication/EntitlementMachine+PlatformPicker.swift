/// The platform's picker, in a dialog that the app presents.
extension EntitlementMachine {
    /// What the picker shows, in the app's order; without a filter all MVPDs that the platform may list.
    func pickable(_ filter: ProviderFilter?) -> [MVPD] {
        let listed = state.configuration.current?.providers.filter {
            $0.takesPartInPlatform && $0.displayInPlatformPicker
        }
        guard let filter, !filter.shown.isEmpty else { return listed ?? [] }
        var seen: Set<String> = []
        return filter.shown.compactMap { id in
            seen.insert(id).inserted ? listed?.first { $0.id == id } : nil
        }
    }

    mutating func showDialog(_ filter: ProviderFilter?) {
        let shown = pickable(filter)
        let featured = shown.filter { filter?.featured.contains($0.id) == true }
        state.platform.isDialogShown = true
        emit(.presentTvProviderDialog)
        ask(
            .pick(
                providers: shown.compactMap(\.platformMappingId), featured: featured.compactMap(\.platformMappingId)))
    }

    /// However the picker ended, its dialog goes.
    mutating func dismissDialog() {
        guard state.platform.isDialogShown else { return }
        state.platform.isDialogShown = false
        emit(.dismissTvProviderDialog)
    }

    mutating func take(_ choice: PlatformChoice, _ attempt: PlatformAttempt) {
        switch choice {
        case .signedIn(let account):
            guard let provider = platformProvider(account.providerID) else {
                return abandon(attempt, .platformProviderUnsupported)
            }
            guard provider.boardingStatus == "SUPPORTED" else { return logInClassically(at: provider) }
            exchange(account, at: provider, attempt)
        case .listed(let id):
            guard let provider = platformProvider(id) else { return abandon(attempt, .platformProviderUnsupported) }
            logInClassically(at: provider)
        case .other: abandon(attempt, .platformOtherProvider)
        case .unsupported: abandon(attempt, .platformProviderUnsupported)
        case .cancelled: abandon(attempt, .selectionCancelled)
        case .metadataFailed(let reason): abandon(attempt, .platformMetadataFailed(reason))
        case .failed(let reason): abandon(attempt, .platformFailed(reason, isSilent: false))
        }
    }

    /// The MVPD of this requestor that the platform knows by that identifier.
    func platformProvider(_ platformID: String) -> MVPD? {
        state.configuration.current?.providers.first { $0.takesPartInPlatform && $0.platformMappingId == platformID }
    }

    /// The platform lists it, and Adobe logs in (`boardingStatus` `PICKER`).
    private mutating func logInClassically(at provider: MVPD) {
        state.platform.attempt = nil
        beginLogin(at: provider)
    }
}

extension MVPD {
    /// Whether the platform knows it and this requestor lets it sign on there.
    var takesPartInPlatform: Bool {
        enablePlatformServices && boardingStatus != nil && platformMappingId != nil
    }
}
