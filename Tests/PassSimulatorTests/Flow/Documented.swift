/// Answers that the protocol page spells out to the byte.
enum Documented {
    /// "Throw your tokens away", for a token that isn't accepted any more.
    static let pendingLogout = pendingLogout(0)
    static let missingDevice = "<reason>34763</reason>"

    static func pendingLogout(_ reason: Int) -> String {
        #"<pendingLogout reason="\#(reason)">true</pendingLogout>"#
    }
}
