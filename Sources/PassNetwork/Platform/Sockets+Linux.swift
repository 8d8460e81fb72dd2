#if os(Linux)
    import Glibc

    extension Sockets {
        /// Sends the acknowledgement that the system delays to save a packet, and stops such delays for a moment.
        static func acknowledgeNow(_ descriptor: Int32) {
            setOption(descriptor, Int32(IPPROTO_TCP), TCP_QUICKACK, 1)
        }

        /// Has the system check after a silent minute whether the peer is still there, and break the connection if not.
        static func probePeer(_ descriptor: Int32) {
            setOption(descriptor, Int32(IPPROTO_TCP), TCP_KEEPIDLE, 60)
            setOption(descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10)
            setOption(descriptor, Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
            setOption(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
        }
    }
#endif
