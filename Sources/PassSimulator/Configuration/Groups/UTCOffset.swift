import PassCore

extension Configuration {
    /// A zone by its distance from UTC, written `±HHMM`.
    public struct UTCOffset: Sendable, Hashable, CustomStringConvertible {
        /// East of Greenwich; less than a day either way.
        public var minutes: Int

        /// - Parameter minutes: beyond a minute less than a day they count as that.
        public init(minutes: Int = 0) {
            self.minutes = max(-1439, min(minutes, 1439))
        }

        /// `nil` for text of another form, hours above 23 or minutes above 59.
        public init?(_ text: String) {
            let bytes = Array(text.utf8)
            guard bytes.count == 5, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
                let hours = CivilTime.number(bytes[1...2]), hours <= 23,
                let minutes = CivilTime.number(bytes[3...4]), minutes <= 59
            else { return nil }
            self.minutes = (hours * 60 + minutes) * (bytes[0] == UInt8(ascii: "-") ? -1 : 1)
        }

        public var description: String { CivilTime.offset(minutes) }
    }
}
