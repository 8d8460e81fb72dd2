import PassCore

extension Configuration {
    /// A time zone's distance from UTC, written `±HHMM`.
    public struct UTCOffset: Sendable, Hashable, CustomStringConvertible {
        /// The minutes east of Greenwich, less than a day in either direction.
        public var minutes: Int

        /// Creates an offset.
        ///
        /// - Parameter minutes: the minutes east of Greenwich; a day or more counts as a minute less than a day.
        public init(minutes: Int = 0) {
            self.minutes = max(-1439, min(minutes, 1439))
        }

        /// Creates an offset from its text.
        ///
        /// - Returns: `nil` for text of another form, hours above 23 or minutes above 59.
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
