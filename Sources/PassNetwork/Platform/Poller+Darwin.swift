#if canImport(Darwin)
    import Darwin

    /// A poller that waits for many descriptors at once through kqueue(2), level-triggered.
    final class Poller {
        private static let maximumEvents = 256

        private let descriptor: Int32
        private let events = UnsafeMutablePointer<kevent>.allocate(capacity: maximumEvents)

        init() throws(SystemError) {
            descriptor = kqueue()
            if descriptor < 0 {
                events.deallocate()
                throw .last
            }
        }

        deinit {
            close(descriptor)
            events.deallocate()
        }

        /// Watches a descriptor that isn't watched yet.
        func add(_ token: PollToken, _ interest: PollEvents) throws(SystemError) {
            try update(token, from: [], to: interest)
        }

        /// Watches a listening socket that other loops watch too; kqueue wakes all of them and one gets the connection.
        func addShared(_ token: PollToken) throws(SystemError) {
            try update(token, from: [], to: .readable)
        }

        /// Changes the events that a descriptor is watched for.
        func update(_ token: PollToken, from old: PollEvents, to new: PollEvents) throws(SystemError) {
            try change(token, EVFILT_READ, old.contains(.readable), new.contains(.readable))
            try change(token, EVFILT_WRITE, old.contains(.writable), new.contains(.writable))
        }

        /// Stops watching a descriptor.
        func remove(_ token: PollToken, _ interest: PollEvents) {
            // A filter that can't be removed isn't registered any more.
            _ = try? update(token, from: interest, to: [])
        }

        /// Waits up to that long, forever if negative, and returns the number of events.
        func wait(milliseconds: Int32) -> Int {
            var limit = timespec(tv_sec: Int(milliseconds) / 1_000, tv_nsec: Int(milliseconds) % 1_000 * 1_000_000)
            let count =
                milliseconds < 0
                ? kevent(descriptor, nil, 0, events, Int32(Self.maximumEvents), nil)
                : kevent(descriptor, nil, 0, events, Int32(Self.maximumEvents), &limit)
            return max(0, Int(count))
        }

        /// Returns one of the events that `wait` found.
        func event(_ index: Int) -> (PollToken, PollEvents) {
            let event = events[index]
            var ready: PollEvents = event.filter == EVFILT_READ ? .readable : .writable
            // EV_EOF on the read side means that the peer ended its sending, which counts as readable. The connection
            // is broken only if there is an error as well, or if EV_EOF is on the write side.
            if event.flags & UInt16(EV_EOF) != 0, event.fflags != 0 || event.filter == EVFILT_WRITE {
                ready.insert(.broken)
            }
            return (PollToken(packed: UInt64(UInt(bitPattern: event.udata))), ready)
        }

        private func change(_ token: PollToken, _ filter: Int, _ was: Bool, _ willBe: Bool) throws(SystemError) {
            guard was != willBe else { return }
            var event = kevent(
                ident: UInt(token.descriptor), filter: Int16(filter), flags: UInt16(willBe ? EV_ADD : EV_DELETE),
                fflags: 0, data: 0, udata: UnsafeMutableRawPointer(bitPattern: UInt(token.packed)))
            if kevent(descriptor, &event, 1, nil, 0, nil) != 0 { throw .last }
        }
    }
#endif
