package import PassCore
import Synchronization

/// A defect that a simulated MVPD has for one request, because a rule says so.
package enum MVPDFault: String, Sendable, Hashable, CaseIterable {
    /// The MVPD doesn't answer: its pages fail, and its decisions are denied as `network`.
    case down
    /// The MVPD takes five seconds longer.
    case slow
    /// The signature of the SAML assertion is wrong.
    case badSignature
    /// The SAML assertion is addressed to another service.
    case wrongAudience
    /// The SAML assertion has expired.
    case expiredAssertion
    /// The login page is shown again after the right password.
    case loginLoop

    /// The additional time that a slow MVPD takes, in milliseconds.
    package static let slowness = 5_000
}

/// A denial that a rule forces for resources of a request, without asking the MVPD.
package struct ForcedDenial: Sendable {
    package var denial: Denial
    /// The texts of the resources, as the request has them; `nil` means all resources of the request.
    package var resources: Set<ExactText>?
    private let use = Use()

    /// A flag that all copies of the denial share.
    private final class Use: Sendable {
        let isUsed = Atomic(false)
    }

    /// Whether a resource has been denied. Copies of the value share the answer.
    package var isUsed: Bool { use.isUsed.load(ordering: .acquiring) }

    package init(_ denial: Denial, resources: Set<ExactText>? = nil) {
        self.denial = denial
        self.resources = resources
    }

    /// Returns the denial if it applies to the resource.
    package func denial(of resource: Resource) -> Denial? {
        guard resources.map({ $0.contains(resource.text) }) ?? true else { return nil }
        use.isUsed.store(true, ordering: .releasing)
        Check.note(false, .forcedDenial(resource.name, denial.code))
        return denial
    }
}
