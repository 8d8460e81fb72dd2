/// What a descriptor is ready for, or is watched for.
struct PollEvents: OptionSet {
    let rawValue: UInt8

    static let readable = PollEvents(rawValue: 1)
    static let writable = PollEvents(rawValue: 2)
    /// Both directions are over, by a reset or because both sides ended; always watched for.
    static let broken = PollEvents(rawValue: 4)
}

/// A watched descriptor with a number that tells its uses apart, since the system gives the same descriptor out again.
struct PollToken: Hashable, Sendable {
    let descriptor: Int32
    /// 0 for what the loop itself watches.
    let generation: UInt32

    init(descriptor: Int32, generation: UInt32) {
        self.descriptor = descriptor
        self.generation = generation
    }

    init(packed: UInt64) {
        descriptor = Int32(truncatingIfNeeded: packed)
        generation = UInt32(truncatingIfNeeded: packed >> 32)
    }

    var packed: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor)) }
}
