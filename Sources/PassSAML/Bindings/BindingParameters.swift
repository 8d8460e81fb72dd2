import PassCore

/// The parameters that the bindings define, each at most once. All others are ignored.
struct BindingParameters {
    static let relayState = "RelayState"
    static let algorithm = "SigAlg"
    static let signature = "Signature"
    static let encoding = "SAMLEncoding"

    private var values: [ExactText: String] = [:]

    subscript(name: String) -> String? { values[name] }

    /// Adds a parameter that was received, unless the bindings don't define it. Throws if it has been added already.
    mutating func add(_ name: String, _ value: String) throws(SAMLError) {
        guard Self.names.contains(ExactText(name)) else { return }
        guard values.updateValue(value, forKey: ExactText(name)) == nil else {
            throw SAMLError(.duplicateParameter, "The parameter \(name) occurs twice.")
        }
    }

    /// Returns the one message among the parameters.
    func message() throws(SAMLError) -> (parameter: SAMLParameter, value: String) {
        let found = SAMLParameter.allCases.filter { values[$0.rawValue] != nil }
        guard found.count == 1, let value = values[found[0].rawValue] else {
            throw SAMLError(
                .missingMessage,
                "The message must have exactly one of the parameters SAMLRequest and SAMLResponse.")
        }
        return (found[0], value)
    }

    /// Returns the RelayState; an empty one counts as none.
    func receivedRelayState() throws(SAMLError) -> RelayState? {
        guard let text = values[Self.relayState], !text.isEmpty else { return nil }
        return try RelayState(received: text)
    }

    static let names = Set(
        (SAMLParameter.allCases.map(\.rawValue) + [relayState, algorithm, signature, encoding]).map { ExactText($0) })
}
