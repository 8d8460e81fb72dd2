/// The platform's picker, in a dialog that the app presents.
extension EntitlementMachine {
    /// Returns the MVPDs that the picker shows, in the app's order; without a filter, all that the platform may list.
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

    /// Has the app present the dialog, and asks the platform for the user's choice.
    mutating func showDialog(_ filter: ProviderFilter?) {
        let shown = pickable(filter)
        let featured = shown.filter { filter?.featured.contains($0.id) == true }
        state.platform.isDialogShown = true
        emit(.presentTvProviderDialog)
        ask(
            .pick(
                providers: shown.compactMap(\.platformMappingId), featured: featured.compactMap(\.platformMappingId)))
    }

    /// Dismisses the picker's dialog, however the picker ended.
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

    /// Returns the requestor's MVPD that has the given identifier at the platform.
    func platformProvider(_ platformID: String) -> MVPD? {
        state.configuration.current?.providers.first { $0.takesPartInPlatform && $0.platformMappingId == platformID }
    }

    /// Logs in through Adobe at an MVPD that the platform only lists (`boardingStatus` `PICKER`).
    private mutating func logInClassically(at provider: MVPD) {
        state.platform.attempt = nil
        beginLogin(at: provider)
    }
}

extension MVPD {
    /// Whether the platform lists the MVPD and this requestor allows sign-on there.
    var takesPartInPlatform: Bool {
        enablePlatformServices && boardingStatus != nil && platformMappingId != nil
    }
}
