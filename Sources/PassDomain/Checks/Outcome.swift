/// The result of a request and its reason, for the log, the journal and the counters.
///
/// An outcome holds only values that exist anyway while a request is handled. The values are turned into text only when
/// they are shown.
package enum Outcome: Sendable {
    /// The resource may be watched.
    case permitted(Resource)
    /// The user may not watch the resource; the resource is `nil` if it was malformed.
    case denied(Denial, Resource?)
    /// A preauthorization, with its numbers of permitted and of denied resources.
    case preauthorized(permitted: Int, denied: Int)
    /// The operation failed, and the answer comes from the failure table of its endpoint family.
    case failed(EntitlementFailure)
    /// The operation itself answered with a refusal, as its protocol provides. The reason contains no value of the
    /// request.
    case refused(String)
    /// The operation was performed although a part of the request can't be used; the text names that part, without its
    /// value.
    case ignored(String)
    /// The simulator has a defect.
    case defect
}
