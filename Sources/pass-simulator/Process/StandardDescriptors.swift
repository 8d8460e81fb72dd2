#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The descriptors 0, 1 and 2, which belong to standard input, output and error.
enum StandardDescriptors {
    /// Occupies those that the parent process has closed, before anything else opens a descriptor.
    ///
    /// A socket in their place would get the lines of the log. `/dev/null` is opened in the wrong direction, so that
    /// reads and writes fail as with a closed descriptor, and commands say that their result can't be written.
    static func occupyClosed() {
        for (descriptor, direction) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // The lowest free descriptor is taken, and that is this one.
            _ = open("/dev/null", direction)
        }
    }
}
