import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

extension TestSite {
    /// Adds a rule over HTTP and returns its name.
    @discardableResult
    func addRule(_ content: String) throws -> String {
        let answer = send(
            request(.post, prefix + "/_sim/rules", [.contentType: "application/json"], body: Array(content.utf8)))
        try #require(answer.status == .created, "\(answer.text)")
        return try #require(answer.json["id"]?.stringValue)
    }

    /// Removes all rules over HTTP.
    func removeRules() {
        _ = send(request(.delete, prefix + "/_sim/rules"))
    }

    /// The number of requests on which a rule took effect.
    func hits(_ rule: String) -> Int64? {
        get("/_sim/rules/\(rule)").json["hits"]?.integerValue
    }
}
