#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A number that the C library left in `errno`, with its text.
struct SystemError: Error, Hashable, CustomStringConvertible {
    let number: Int32

    /// The failure of the call that was made just before on this thread.
    static var last: SystemError { SystemError(number: errno) }

    var description: String { String(cString: strerror(number)) }

    /// Whether the call would have had to wait.
    var isTemporary: Bool { number == EAGAIN || number == EWOULDBLOCK || number == EINTR }
}
