/// The form of a setting's value: what is allowed, how it is read over an older value, and how it is printed.
struct SettingForm<Value: Sendable>: Sendable {
    /// The allowed values, as the end of the sentence "It must be …".
    let allowed: String
    let spelling: SettingSpelling
    /// The settings in an object or in a table's entries; empty for other values.
    let members: [SettingDescription]
    /// Reads a node over the value from the defaults and the earlier layers, if there is one.
    ///
    /// Mistakes are added to the list. After a mistake the result is the part that could be read, or `nil`; it only
    /// serves to find further mistakes.
    let read: Reader
    let write: @Sendable (Value) -> JSON5Node.Value

    typealias Reader = @Sendable (JSON5Node, SettingPlace, _ older: Value?, inout ConfigurationMistakes) -> Value?

    init(
        allowed: String, spelling: SettingSpelling, members: [SettingDescription] = [],
        read: @escaping Reader, write: @escaping @Sendable (Value) -> JSON5Node.Value
    ) {
        self.allowed = allowed
        self.spelling = spelling
        self.members = members
        self.read = read
        self.write = write
    }
}
