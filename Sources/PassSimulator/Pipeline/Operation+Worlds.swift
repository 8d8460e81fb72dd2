import PassDomain

extension Operation {
    /// Whether the operation changes clocks, settings, rules or namespaces, which nodes take over from each other. Records
    /// are shared anyway.
    var changesWorlds: Bool {
        switch self {
        case .changeClock, .createNamespace, .removeNamespace, .removeAllNamespaces, .resetNamespace, .restoreSnapshot,
            .addRule, .removeRule, .removeAllRules, .changeState, .removeState:
            true
        default: false
        }
    }
}
