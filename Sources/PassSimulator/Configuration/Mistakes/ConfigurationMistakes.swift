/// The mistakes that are found while a configuration is read.
///
/// Reading continues after a mistake, so that the author sees all mistakes at once.
struct ConfigurationMistakes: Sendable {
    /// The maximum number of mistakes that are listed; any others are only counted.
    static let mostListed = 50

    /// The mistakes in the order of their places, followed by those without a place.
    private(set) var errors: [ConfigurationError] = []
    private var unlisted = 0

    var isEmpty: Bool { errors.isEmpty }

    mutating func add(_ error: ConfigurationError) {
        let next = error.position.flatMap { position in
            errors.firstIndex { other in other.position.map { position < $0 } ?? true }
        }
        errors.insert(error, at: next ?? errors.endIndex)
        guard errors.count > Self.mostListed else { return }
        errors.removeLast()
        unlisted += 1
    }

    mutating func add(_ code: ConfigurationError.Code, _ message: String, at position: JSON5Node.Position? = nil) {
        var error = ConfigurationError(code, message)
        error.position = position
        add(error)
    }

    mutating func add(_ others: ConfigurationMistakes) {
        for error in others.errors { add(error) }
        unlisted += others.unlisted
    }

    /// Throws the mistakes as one error, if there are any.
    func check() throws(ConfigurationError) {
        guard var error = errors.first else { return }
        error.further = errors.dropFirst().map(\.message)
        if unlisted > 0 { error.further.append("Mistakes that aren't listed: \(unlisted).") }
        throw error
    }
}
