extension Configuration {
    /// Returns this configuration with the settings in `text`, which override its own as a configuration file overrides
    /// the defaults.
    ///
    /// The text may have only settings of a World, not of the server as a whole.
    ///
    /// - Parameter text: a JSON5 object.
    /// - Throws: `ConfigurationError` for the same mistakes as in a configuration file, and for a setting of the server
    ///   as a whole.
    func overlaid(_ text: String) throws(ConfigurationError) -> Configuration {
        try overlaid(try ConfigurationLayer(text: text))
    }

    /// Returns this configuration with the settings in `text`, where each table in `text` replaces the older table as a
    /// whole.
    ///
    /// - Throws: `ConfigurationError`, as `overlaid` does.
    func replaced(by text: String) throws(ConfigurationError) -> Configuration {
        let layer = try ConfigurationLayer(text: text)
        var older = self
        if layer.document["requestors"] != nil { older.requestors = [:] }
        if layer.document["mvpds"] != nil { older.mvpds = [:] }
        if layer.document["subscribers"] != nil { older.subscribers = [:] }
        return try older.overlaid(layer)
    }

    private func overlaid(_ layer: ConfigurationLayer) throws(ConfigurationError) -> Configuration {
        let place = SettingPlace(source: layer.source)
        try ConfigurationSchema.checkIsOfWorld(layer.document, place)
        var mistakes = ConfigurationMistakes()
        let changed = ConfigurationSchema.worldForm.read(layer.document, place, self, &mistakes) ?? self
        changed.checkReferences(in: [layer], &mistakes)
        try mistakes.check()
        return changed
    }
}
