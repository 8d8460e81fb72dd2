package import PassCore
import PassCrypto
import PassDomain

/// A checker of a token's contents: its signature, its dates, and whether it meets the caller's expectations.
package struct TokenInspector: Sendable {
    private let keys: TokenKeyring

    package init(keys: TokenKeyring) {
        self.keys = keys
    }

    /// The properties that the caller expects of a token; a property that is `nil` isn't checked.
    package struct Expectation: Sendable {
        package var device: String?
        package var resource: String?
        package var requestor: String?

        package init(device: String? = nil, resource: String? = nil, requestor: String? = nil) {
            self.device = device
            self.resource = resource
            self.requestor = requestor
        }
    }

    /// Checks the token and returns everything that was found, including every problem.
    package func inspect(_ token: InspectedToken, expecting: Expectation = .init(), now: Timestamp) -> TokenInspection {
        var result = TokenInspection(token: token, now: now, signature: signature(of: token))
        switch result.signature {
        case .valid: break
        case .invalid, .unreadable: result.problems.append(.badSignature)
        case .notChecked: result.problems.append(.signatureNotChecked)
        }
        result.problems += token.gaps.map { .incomplete($0) }
        if let expires = token.expires, expires <= now { result.problems.append(.expired) }
        if let start = token.start, now < start { result.problems.append(.notYetValid) }
        if let requestor = expecting.requestor, token.requestor.map({ ExactText($0) }) != ExactText(requestor) {
            result.problems.append(.wrongRequestor)
        }
        if let resource = expecting.resource, !isMeant(by: resource, token) { result.problems.append(.wrongResource) }
        if let device = expecting.device {
            let binding = binding(of: token, to: device)
            result.device = binding
            switch binding {
            case .signature, .hash, .plain: break
            case .other, .unbound: result.problems.append(.wrongDevice)
            case .notChecked: result.problems.append(.deviceNotChecked)
            }
        }
        return result
    }

    private func signature(of token: InspectedToken) -> TokenInspection.Signature {
        guard case .bytes(let signature, let message) = token.proof else { return .unreadable }
        let signers = keys.signers(of: token.kind)
        guard !signers.isEmpty else { return .notChecked }
        guard let signer = signers.first(where: { $0.key.isValid(signature: signature, over: message) }) else {
            return .invalid(triedKeys: signers.map(\.name))
        }
        return .valid(key: signer.name)
    }

    private func isMeant(by resource: String, _ token: InspectedToken) -> Bool {
        token.resource.flatMap { ResourceReader.read(signed: $0) }?.isMeant(by: resource) ?? false
    }

    /// Compares the token's fingerprint with the device identifier.
    private func binding(of token: InspectedToken, to device: String) -> TokenInspection.Device {
        guard let fingerprint = token.fingerprint, ExactText(fingerprint) != DeviceBinding.unbound.fingerprint else {
            return .unbound
        }
        switch DeviceFingerprints.form(of: fingerprint, for: device, key: keys.device?.key) {
        case .matches(.signature): return .signature
        case .matches(.hash): return .hash
        case .matches(.plain): return .plain
        case .differs: return .other
        case .needsKey: return .notChecked
        }
    }
}
