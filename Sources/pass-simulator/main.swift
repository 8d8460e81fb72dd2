import CPassSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

CPassSystem_save_address_space()
OpenSSLMemory.endProcessWhenUsedUp()
// A peer that closes early must end its own connection only.
signal(SIGPIPE, SIG_IGN)
let status = await CommandLineTool.run {
    try ProcessArguments.words(CommandLine.arguments) { try? FileSystem.read("/proc/self/cmdline") }
}
exit(status.code)
