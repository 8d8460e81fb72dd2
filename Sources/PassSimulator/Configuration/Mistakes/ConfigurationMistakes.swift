/// The mistakes that are found while a configuration is read.
///
/// Reading continues after a mistake, so that the author sees all mistakes at once.
struct ConfigurationMistakes: Sendable {
    /// The maximum number of mistakes that are listed; any others are only counted.
    static let mostListed = 50

    private(set) var errors: [ConfigurationError] = []
    private var unlisted = 0

    var isEmpty: Bool { errors.isEmpty }

    mutating func add(_ error: ConfigurationError) {
        if errors.count < Self.mostListed { errors.append(error) } else { unlisted += 1 }
    }

    mutating func add(_ code: ConfigurationError.Code, _ message: String) {
        add(ConfigurationError(code, message))
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
