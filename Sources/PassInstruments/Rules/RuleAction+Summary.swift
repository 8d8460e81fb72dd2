import PassDomain

extension RuleAction {
    /// The action in a few words, such as `failure denied, delay`.
    package var summary: String {
        var words: [String] = []
        switch answer {
        case .usual: break
        case .failure(let failure): words.append("failure \(failure.name)")
        case .status(let code): words.append("status \(code)")
        }
        if let mvpd { words.append("MVPD \(mvpd.rawValue)") }
        if token != nil { words.append("token") }
        if body != nil || !bodyPatch.isEmpty { words.append("body") }
        if !headers.isEmpty { words.append("headers") }
        if delay != nil { words.append("delay") }
        if transport != nil { words.append("transport") }
        return words.isEmpty ? "nothing" : words.joined(separator: ", ")
    }
}
