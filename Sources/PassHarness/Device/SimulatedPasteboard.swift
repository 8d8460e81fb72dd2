public import AccessEnabler
import PassCore

/// A pasteboard of a device: values by key, through which apps share data.
public final class SimulatedPasteboard: Sendable {
    /// The name by which apps ask for a pasteboard.
    public enum Name: Sendable, Hashable {
        /// A pasteboard that apps name. From iOS 7 on, each group of apps has its own pasteboard of that name.
        case named(String)
        /// The system's pasteboard for what the user copies, the same for all apps.
        case general
        /// The system's pasteboard for the text that the user searches for, the same for all apps.
        case find
    }

    private struct State: Sendable {
        var values: [String: MemoryStorage] = [:]
        var isPersistent: Bool
    }

    /// The pasteboard's name.
    public let name: Name
    /// The bundle ID of the app that was the first to ask for the pasteboard.
    let owner: String
    private let state: Guarded<State>

    init(_ name: Name, owner: String) {
        self.name = name
        self.owner = owner
        // The system's pasteboards outlive every app. An app's own pasteboard ends with the app's process unless it is
        // made persistent.
        state = Guarded(State(isPersistent: name == .general || name == .find))
    }

    /// Whether the values outlive the process of the app that was the first to ask for the pasteboard.
    public var isPersistent: Bool {
        get { state.withLock(\.isPersistent) }
        set { state.withLock { $0.isPersistent = newValue } }
    }

    /// The value for a key; it has no bytes until an app sets them.
    public subscript(key: String) -> MemoryStorage {
        state.withLock { state in
            if let value = state.values[key] { return value }
            let value = MemoryStorage()
            state.values[key] = value
            return value
        }
    }

    /// The keys that have a value, sorted.
    public var keys: [String] {
        state.withLock { state in state.values.filter { $0.value.bytes != nil }.keys.sorted() }
    }

    /// Removes all values.
    public func empty() {
        for value in state.withLock({ Array($0.values.values) }) { value.bytes = nil }
    }

    /// Copies the values and the persistence of another pasteboard.
    func copy(_ other: SimulatedPasteboard) {
        for key in other.keys { self[key].bytes = other[key].bytes }
        isPersistent = other.isPersistent
    }
}

/// The apps that share their named pasteboards and a Keychain group.
enum AppGroup: Sendable, Hashable {
    case team(String)
    case profile(String)
    /// A single app: one on a simulator, or one with neither a team nor a provisioning profile.
    case app(String)
}

/// The key by which the device finds a pasteboard; `group` is `nil` for one that all apps share.
struct PasteboardKey: Sendable, Hashable {
    var name: SimulatedPasteboard.Name
    var group: AppGroup?
}
