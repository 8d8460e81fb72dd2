import CPassSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

StandardDescriptors.occupyClosed()
CPassSystem_save_address_space()
OpenSSLMemory.endProcessWhenUsedUp()
// A client that closes its connection early must not end the whole process.
signal(SIGPIPE, SIG_IGN)
let status = await CommandLineTool.run {
    try ProcessArguments.words(CommandLine.arguments) { try? FileSystem.read("/proc/self/cmdline") }
}
exit(status.code)
