/// The events that a descriptor is ready for or is watched for.
struct PollEvents: OptionSet {
    let rawValue: UInt8

    static let readable = PollEvents(rawValue: 1)
    static let writable = PollEvents(rawValue: 2)
    /// Both directions have ended, by a reset or because both sides ended them; the poller always watches for this.
    static let broken = PollEvents(rawValue: 4)
    /// The peer has ended its sending; bytes that it sent before may still be unread.
    static let ended = PollEvents(rawValue: 8)
}

/// A watched descriptor with a number that distinguishes its successive uses, since the system reuses descriptors.
struct PollToken: Hashable, Sendable {
    let descriptor: Int32
    /// The number of this use of the descriptor; 0 for the mailbox and the listeners of the loop.
    let generation: UInt32

    init(descriptor: Int32, generation: UInt32) {
        self.descriptor = descriptor
        self.generation = generation
    }

    init(packed: UInt64) {
        descriptor = Int32(truncatingIfNeeded: packed)
        generation = UInt32(truncatingIfNeeded: packed >> 32)
    }

    /// The token as one number, which the system stores with a watched descriptor.
    var packed: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor)) }
}
