import PassCore

final class RequestLog: Sendable {
    struct Entry: Sendable {
        var time: Timestamp
        var namespace: String
        var method: String
        var path: String
        var operation: String?
        var status: Int
        var microseconds: Int
        var peer: String
    }
    init?(_ format: Configuration.LogFormat) { return nil }
    func write(_ entry: Entry) {}
}
