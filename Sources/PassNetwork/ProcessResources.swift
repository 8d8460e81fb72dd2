import CPassSystem

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The processors, descriptors and memory that this process has.
package enum ProcessResources {
    /// The number of processors of this machine that are online.
    static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Raises this process's limit of descriptors to the highest value that is allowed, and returns the limit.
    static func raiseDescriptorLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(descriptorResource, &limit) == 0 else { return 1_024 }
        if limit.rlim_cur < limit.rlim_max {
            let soft = limit.rlim_cur
            limit.rlim_cur = mostDescriptors(limit.rlim_max)
            if setrlimit(descriptorResource, &limit) != 0 { limit.rlim_cur = soft }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Returns memory to the system that the process has freed but the C library keeps for later use.
    ///
    /// The C library decides how much it can return. The call takes a few milliseconds.
    package static func returnFreedMemory() {
        CPassSystem_trim()
    }

    /// Takes the program's code and constants out of resident memory.
    ///
    /// Most of these pages are needed only at the start; a page that is used again comes back from the page cache.
    ///
    /// A debug build keeps the pages, because a debugger's breakpoints in them would be lost.
    package static func releaseProgramPages() {
        #if !DEBUG
            CPassSystem_release_program_pages()
        #endif
    }
}

#if canImport(Glibc)
    private let descriptorResource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    private func mostDescriptors(_ hard: rlim_t) -> rlim_t { hard }
#else
    private let descriptorResource = RLIMIT_NOFILE

    private func mostDescriptors(_ hard: rlim_t) -> rlim_t { min(hard, rlim_t(OPEN_MAX)) }
#endif
