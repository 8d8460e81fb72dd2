#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A source of identifiers from the kernel's random number generator, unguessable and so fit for cookies and secrets.
package struct SystemIdentifierSource: IdentifierSource {
    package init() {}

    package func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            // getentropy(3) returns at most 256 bytes a call, and fails only for a larger request or a bad address.
            while filled < count {
                let step = min(256, count - filled)
                guard getentropy(buffer.baseAddress! + filled, step) == 0 else {
                    preconditionFailure("the kernel's random number generator is out of order")
                }
                filled += step
            }
        }
    }
}
