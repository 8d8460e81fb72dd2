/// One key of an object of the configuration: its name, what it means, its form, and the property that holds it.
struct Setting<Root: Sendable>: Sendable {
    let description: SettingDescription
    let read: @Sendable (JSON5Node, SettingPlace, inout Root) throws(ConfigurationError) -> Void
    let write: @Sendable (Root) -> JSON5Node.Value

    init<Value>(
        _ name: String, _ property: any WritableKeyPath<Root, Value> & Sendable, _ form: SettingForm<Value>,
        _ comment: String
    ) {
        description = SettingDescription(name, comment, form)
        read = { node, place, root throws(ConfigurationError) in
            root[keyPath: property] = try form.read(node, place, root[keyPath: property])
        }
        write = { form.write($0[keyPath: property]) }
    }

    /// A key without a property: it is checked here, and whoever needs it reads it from the document.
    /// - Parameter printed: what is printed for every configuration.
    init<Value>(_ name: String, checked form: SettingForm<Value>, printed: Value, _ comment: String) {
        description = SettingDescription(name, comment, form)
        read = { node, place, _ throws(ConfigurationError) in _ = try form.read(node, place, nil) }
        write = { _ in form.write(printed) }
    }
}

/// What is said about a setting, apart from the type of its value.
struct SettingDescription: Sendable {
    var name: String
    /// Sentences for the reader of a configuration file.
    var comment: String
    var allowed: String
    var spelling: SettingSpelling
    var members: [SettingDescription]

    init<Value>(_ name: String, _ comment: String, _ form: SettingForm<Value>) {
        self.name = name
        self.comment = comment
        allowed = form.allowed
        spelling = form.spelling
        members = form.members
    }
}
