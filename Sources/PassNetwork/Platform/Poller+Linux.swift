#if os(Linux)
    import CPassSystem
    import Glibc

    /// A poller that waits for many descriptors at once through epoll(7), level-triggered.
    final class Poller {
        private static let maximumEvents = 256

        private let descriptor: Int32
        private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: maximumEvents)

        init() throws(SystemError) {
            descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
            // `deinit` runs although this initializer throws, and it frees the events.
            if descriptor < 0 { throw .last }
        }

        deinit {
            close(descriptor)
            events.deallocate()
        }

        /// Watches a descriptor that isn't watched yet.
        func add(_ token: PollToken, _ interest: PollEvents) throws(SystemError) {
            try control(EPOLL_CTL_ADD, token, Self.flags(interest))
        }

        /// Watches a listening socket that other loops watch too; a connection wakes one loop rather than all.
        func addShared(_ token: PollToken) throws(SystemError) {
            try control(EPOLL_CTL_ADD, token, Self.flags(.readable) | CPassSystem_EPOLLEXCLUSIVE())
        }

        /// Changes the events that a descriptor is watched for.
        func update(_ token: PollToken, from old: PollEvents, to new: PollEvents) throws(SystemError) {
            try control(EPOLL_CTL_MOD, token, Self.flags(new))
        }

        /// Stops watching a descriptor.
        func remove(_ token: PollToken, _ interest: PollEvents) {
            var event = epoll_event()
            _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, token.descriptor, &event)
        }

        /// Waits for events, at most that long or without limit if negative, and returns their number.
        func wait(milliseconds: Int32) -> Int {
            // An interruption by a signal counts as no event: the caller checks its deadlines and waits again.
            max(0, Int(epoll_wait(descriptor, events, Int32(Self.maximumEvents), milliseconds)))
        }

        /// Returns one of the events that `wait` found.
        func event(_ index: Int) -> (PollToken, PollEvents) {
            let event = events[index]
            var ready: PollEvents = []
            if event.events & EPOLLIN.rawValue != 0 { ready.insert(.readable) }
            if event.events & EPOLLOUT.rawValue != 0 { ready.insert(.writable) }
            if event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { ready.insert(.broken) }
            if event.events & EPOLLRDHUP.rawValue != 0 { ready.insert(.ended) }
            return (PollToken(packed: event.data.u64), ready)
        }

        private func control(_ operation: Int32, _ token: PollToken, _ flags: UInt32) throws(SystemError) {
            var event = epoll_event(events: flags, data: epoll_data_t(u64: token.packed))
            if epoll_ctl(descriptor, operation, token.descriptor, &event) != 0 { throw .last }
        }

        private static func flags(_ interest: PollEvents) -> UInt32 {
            (interest.contains(.readable) ? EPOLLIN.rawValue : 0)
                | (interest.contains(.writable) ? EPOLLOUT.rawValue : 0)
                | (interest.contains(.ended) ? EPOLLRDHUP.rawValue : 0)
        }
    }
#endif
