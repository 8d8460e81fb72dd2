#if os(Linux)
    import Glibc

    extension Sockets {
        /// Sends the acknowledgement that the system delays to save a packet, and stops such delays for a moment.
        static func acknowledgeNow(_ descriptor: Int32) {
            setOption(descriptor, Int32(IPPROTO_TCP), TCP_QUICKACK, 1)
        }
    }
#endif
