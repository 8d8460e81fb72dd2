extension Configuration {
    /// This configuration with the settings of one World that `text` changes, as a file is laid over the defaults.
    ///
    /// - Parameter text: a JSON5 object.
    /// - Throws: `ConfigurationError` for what no file may say either, and for a setting of the server as a whole.
    func overlaid(_ text: String) throws(ConfigurationError) -> Configuration {
        let layer = try ConfigurationLayer(text: text)
        let place = SettingPlace(source: layer.source)
        try ConfigurationSchema.checkIsOfWorld(layer.document, place)
        let changed = try ConfigurationSchema.worldForm.read(layer.document, place, self)
        try changed.checkReferences()
        return changed
    }
}
