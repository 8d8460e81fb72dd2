/// A source of a World's time. Every time that a client can observe comes from it.
///
/// Rules hold no clock. They take `now` as a parameter, and only the code that starts to handle a request reads it.
package protocol WallClock: Sendable {
    func now() -> Timestamp
}
