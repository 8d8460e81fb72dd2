#if canImport(Darwin)
    import Darwin

    extension Sockets {
        /// Does nothing: Darwin has no way to ask for an acknowledgement.
        static func acknowledgeNow(_ descriptor: Int32) {}

        /// Has the system check after a silent minute whether the peer is still there, and break the connection if not.
        static func probePeer(_ descriptor: Int32) {
            setOption(descriptor, IPPROTO_TCP, TCP_KEEPALIVE, 60)
            setOption(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, 10)
            setOption(descriptor, IPPROTO_TCP, TCP_KEEPCNT, 3)
            setOption(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
        }
    }
#endif
