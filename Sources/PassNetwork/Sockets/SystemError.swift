#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An error number from the C library's `errno`, with its text.
struct SystemError: Error, Hashable, CustomStringConvertible {
    let number: Int32

    /// The failure of the call that this thread made just before.
    static var last: SystemError { SystemError(number: errno) }

    var description: String { String(cString: strerror(number)) }

    /// Whether the call failed only because it would have had to wait or a signal interrupted it.
    var isTemporary: Bool { number == EAGAIN || number == EWOULDBLOCK || number == EINTR }
}
