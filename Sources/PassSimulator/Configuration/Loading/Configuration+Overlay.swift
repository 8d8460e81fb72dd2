extension Configuration {
    /// Returns this configuration with `text` laid over it, as a configuration file is laid over the defaults.
    ///
    /// Only the settings of one World may change.
    ///
    /// - Parameter text: a JSON5 object.
    /// - Throws: `ConfigurationError` for what is wrong in a file too, and for a setting of the server as a whole.
    func overlaid(_ text: String) throws(ConfigurationError) -> Configuration {
        let layer = try ConfigurationLayer(text: text)
        let place = SettingPlace(source: layer.source)
        try ConfigurationSchema.checkIsOfWorld(layer.document, place)
        var mistakes = ConfigurationMistakes()
        let changed = ConfigurationSchema.worldForm.read(layer.document, place, self, &mistakes) ?? self
        changed.checkReferences(in: [layer], &mistakes)
        try mistakes.check()
        return changed
    }
}
