import CPassSystem

/// The memory that the process has freed but the C library keeps for later use.
package enum FreedMemory {
    /// Returns the memory to the system, as far as the C library can; this takes some milliseconds.
    package static func giveBack() {
        CPassSystem_trim()
    }
}
