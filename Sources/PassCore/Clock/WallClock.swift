/// The source of a World's time, from which every time that a client can observe comes.
///
/// The code that decides about requests has no clock. It takes a parameter `now`, the time that the clock showed when
/// the processing of the request began.
package protocol WallClock: Sendable {
    func now() -> Timestamp
}
