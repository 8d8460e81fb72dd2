/// The result of a request and its reason, for the log, the journal and the counters.
///
/// An outcome holds values that exist anyway while a request is handled. They become words only when they are shown.
package enum Outcome: Sendable {
    /// The resource may be watched.
    case permitted(Resource)
    /// The user may not watch the resource; the resource is `nil` if it was malformed.
    case denied(Denial, Resource?)
    /// A preauthorization, with its numbers of permitted and of denied resources.
    case preauthorized(permitted: Int, denied: Int)
    /// The answer comes from the family's failure table.
    case failed(EntitlementFailure)
    /// The operation answers a refusal as part of its protocol; the reason names no value of the request.
    case refused(String)
    /// The operation was performed although a part of the request can't be used; the text names that part, without its
    /// value.
    case ignored(String)
    /// The simulator has a defect.
    case defect
}
