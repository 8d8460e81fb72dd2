/// A source of a World's time. Every time that a client can observe comes from it.
///
/// The code that decides about requests holds no clock. It takes `now` as a parameter, which is read from the clock
/// when the processing of a request begins.
package protocol WallClock: Sendable {
    func now() -> Timestamp
}
