import CPassSystem

/// The memory that this process has freed and the C library keeps for what comes next.
package enum FreedMemory {
    /// Gives it back to the system, as far as the C library can; takes some milliseconds.
    package static func giveBack() {
        CPassSystem_trim()
    }
}
