#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

signal(SIGPIPE, SIG_IGN)
exit(await Measurements.run(Array(CommandLine.arguments.dropFirst())))
