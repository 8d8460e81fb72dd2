/// The platform's picker, in a dialog that the app presents.
extension PlatformSignOnMachine {
    /// Has the app present the dialog, and asks the platform for the user's choice.
    mutating func showPicker(_ filter: ProviderFilter?, _ attempt: Attempt, _ context: inout FlowContext) {
        let shown = context.providersInPlatformPicker(filter)
        let featured = shown.filter { filter?.featured.contains($0.id) == true }
        context.emit(.presentTvProviderDialog)
        let question = PlatformQuestion.pick(
            providers: shown.compactMap(\.platformMappingId), featured: featured.compactMap(\.platformMappingId))
        ask(question, attempt, &context) { .picking($0) }
    }

    mutating func receive(_ choice: PlatformChoice, _ attempt: Attempt, _ context: inout FlowContext) {
        switch choice {
        case .signedIn(let account):
            guard let provider = context.platformProvider(account.providerID) else {
                return abandon(attempt, .platformProviderUnsupported, &context)
            }
            guard provider.boardingStatus == "SUPPORTED" else { return logInClassically(at: provider, &context) }
            exchange(account, at: provider, attempt, &context)
        case .listed(let id):
            guard let provider = context.platformProvider(id) else {
                return abandon(attempt, .platformProviderUnsupported, &context)
            }
            logInClassically(at: provider, &context)
        case .other: abandon(attempt, .platformOtherProvider, &context)
        case .unsupported: abandon(attempt, .platformProviderUnsupported, &context)
        case .cancelled: abandon(attempt, .selectionCancelled, &context)
        case .metadataFailed(let reason): abandon(attempt, .platformMetadataFailed(reason), &context)
        case .failed(let reason): abandon(attempt, .platformFailed(reason, isSilent: false), &context)
        }
    }

    /// Logs in through Adobe at an MVPD that the platform only lists (`boardingStatus` `PICKER`).
    private mutating func logInClassically(at provider: MVPD, _ context: inout FlowContext) {
        leave()
        context.signal(.platformListsProvider(provider))
    }
}
