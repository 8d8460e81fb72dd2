/// A key of an object in the configuration: its name, its meaning, its form, and the property that holds its value.
struct Setting<Root: Sendable>: Sendable {
    let description: SettingDescription
    /// Reads a node into the property, and adds mistakes to the list.
    let read: @Sendable (JSON5Node, SettingPlace, inout Root, inout ConfigurationMistakes) -> Void
    let write: @Sendable (Root) -> JSON5Node.Value
    /// Takes the value of the second object if the first one has none; does nothing for a value that can't be absent.
    private(set) var inherit: @Sendable (inout Root, Root) -> Void = { _, _ in }

    /// A function that returns the key path of a property.
    ///
    /// The runtime takes a while to make a key path, and most runs use few of the settings. Each key path is therefore
    /// made only when its setting is read or written, and not when the list of settings is created.
    private typealias Property<Value> = @Sendable () -> any WritableKeyPath<Root, Value> & Sendable

    /// Creates a key whose value may be absent, so that an object can inherit it from the object named in `like`.
    init<Value>(
        _ name: String, _ property: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Root, Value?> & Sendable,
        _ form: SettingForm<Value?>, _ comment: String
    ) {
        self.init(name, property: property, form, comment)
        inherit = { $0[keyPath: property()] = $0[keyPath: property()] ?? $1[keyPath: property()] }
    }

    init<Value>(
        _ name: String, _ property: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Root, Value> & Sendable,
        _ form: SettingForm<Value>, _ comment: String
    ) {
        self.init(name, property: property, form, comment)
    }

    private init<Value>(
        _ name: String, property: @escaping Property<Value>, _ form: SettingForm<Value>, _ comment: String
    ) {
        description = SettingDescription(name, comment, form)
        read = { node, place, root, mistakes in
            if let value = form.read(node, place, root[keyPath: property()], &mistakes) {
                root[keyPath: property()] = value
            }
        }
        write = { form.write($0[keyPath: property()]) }
    }

    /// Creates a key without a property: its value is checked here and read from the document where it is needed.
    ///
    /// - Parameter printed: the value that is printed for every configuration.
    init<Value>(_ name: String, checked form: SettingForm<Value>, printed: Value, _ comment: String) {
        description = SettingDescription(name, comment, form)
        read = { node, place, _, mistakes in _ = form.read(node, place, nil, &mistakes) }
        write = { _ in form.write(printed) }
    }
}

/// The description of a setting, without the type of its value.
struct SettingDescription: Sendable {
    var name: String
    /// The explanation for the reader of a configuration file, in sentences.
    var comment: String
    /// The allowed values, as the end of the sentence "It must be …".
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
