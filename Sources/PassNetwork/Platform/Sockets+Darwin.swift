#if canImport(Darwin)
    extension Sockets {
        /// Does nothing: Darwin has no way to ask for an acknowledgement.
        static func acknowledgeNow(_ descriptor: Int32) {}
    }
#endif
