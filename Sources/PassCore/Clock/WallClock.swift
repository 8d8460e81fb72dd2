/// What a World reads the time from; everything that a client can observe follows it.
///
/// Rules don't hold a clock: they take `now` as a parameter, and only the code that begins a request asks for it.
package protocol WallClock: Sendable {
    func now() -> Timestamp
}
