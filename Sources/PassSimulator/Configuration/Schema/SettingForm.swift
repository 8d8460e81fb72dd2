/// What the value of a setting may be, how it is read over an older value, and how it is printed.
struct SettingForm<Value: Sendable>: Sendable {
    /// Ends the sentence "It must be …".
    let allowed: String
    let spelling: SettingSpelling
    /// The settings within an object, and those of a table's entries; empty for other values.
    let members: [SettingDescription]
    /// Reads the node; the last parameter is what an earlier layer or the defaults said, if they said anything.
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
