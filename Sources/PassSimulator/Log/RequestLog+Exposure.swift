import PassCore
import PassNetwork

/// The log line at the start of a simulator that other machines can reach, so that no operator exposes one by accident.
extension RequestLog {
    /// Writes the line about listeners that other machines can reach, if there are any.
    ///
    /// Example: `2031-05-14T08:30:00.250Z - - listening at 0.0.0.0:8080 (every address of this machine): …`
    func write(exposureOf listeners: [BoundAddress], at time: Timestamp) {
        guard let sentence = Self.exposure(of: listeners) else { return }
        write(Note(time: time, peer: nil, sentence: sentence))
    }

    /// Returns the sentence for the log, or `nil` when only this machine can connect.
    static func exposure(of listeners: [BoundAddress]) -> String? {
        let open = listeners.filter { !Configuration.AddressRange.isLoopback($0.host) }
        guard !open.isEmpty else { return nil }
        let places = open.map { $0.isWildcard ? "\($0) (every address of this machine)" : "\($0)" }
        return
            "listening at \(places.joined(separator: " and ")): everyone who can connect there can use this simulator "
            + "and its logins. The default, 127.0.0.1:8080, is for this machine alone."
    }
}
