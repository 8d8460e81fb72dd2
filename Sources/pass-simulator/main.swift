#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

// A peer that closes early must end its own connection only.
signal(SIGPIPE, SIG_IGN)
let status = await CommandLineTool.run(Array(CommandLine.arguments.dropFirst()))
exit(status.code)
