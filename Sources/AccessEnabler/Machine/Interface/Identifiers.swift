/// The number of a request that the SDK sent.
struct RequestID: Sendable, Hashable { var number: Int }
/// The number of a browsing session that the SDK started.
struct BrowsingID: Sendable, Hashable { var number: Int }
/// The number of a question that the SDK asked the platform.
struct QuestionID: Sendable, Hashable { var number: Int }
/// The number of a `preauthorize` call, which identifies the caller that an answer belongs to.
struct CompletionID: Sendable, Hashable { var number: Int }
