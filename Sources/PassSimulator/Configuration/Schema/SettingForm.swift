/// The form of a setting's value: what is allowed, how it is read over an older value, and how it is printed.
struct SettingForm<Value: Sendable>: Sendable {
    /// The allowed values, as the end of the sentence "It must be …".
    let allowed: String
    let spelling: SettingSpelling
    /// The settings in an object or in a table's entries; empty for other values.
    let members: [SettingDescription]
    /// Reads a node; the last parameter is the value from the defaults and the earlier layers, if there is one.
    let read: @Sendable (JSON5Node, SettingPlace, Value?) throws(ConfigurationError) -> Value
    let write: @Sendable (Value) -> JSON5Node.Value

    init(
        allowed: String, spelling: SettingSpelling, members: [SettingDescription] = [],
        read: @escaping @Sendable (JSON5Node, SettingPlace, Value?) throws(ConfigurationError) -> Value,
        write: @escaping @Sendable (Value) -> JSON5Node.Value
    ) {
        self.allowed = allowed
        self.spelling = spelling
        self.members = members
        self.read = read
        self.write = write
    }
}
