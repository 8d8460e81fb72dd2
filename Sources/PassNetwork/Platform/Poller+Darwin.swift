#if canImport(Darwin)
    import Darwin

    /// A poller that waits for many descriptors at once through kqueue(2), level-triggered.
    final class Poller {
        private static let maximumEvents = 256

        private let descriptor: Int32
        private let events = UnsafeMutablePointer<kevent>.allocate(capacity: maximumEvents)

        init() throws(SystemError) {
            descriptor = kqueue()
            // `deinit` runs although this initializer throws, and it frees the events.
            if descriptor < 0 { throw .last }
        }

        deinit {
            close(descriptor)
            events.deallocate()
        }

        /// Watches a descriptor that isn't watched yet.
        func add(_ token: PollToken, _ interest: PollEvents) throws(SystemError) {
            try update(token, from: [], to: interest)
        }

        /// Watches a listening socket that other loops watch too; kqueue wakes all loops and one gets the connection.
        func addShared(_ token: PollToken) throws(SystemError) {
            try update(token, from: [], to: .readable)
        }

        /// Changes the events that a descriptor is watched for.
        func update(_ token: PollToken, from old: PollEvents, to new: PollEvents) throws(SystemError) {
            try change(token, EVFILT_READ, Self.readFilter(old), Self.readFilter(new))
            try change(token, EVFILT_WRITE, Self.writeFilter(old), Self.writeFilter(new))
        }

        /// Stops watching a descriptor.
        func remove(_ token: PollToken, _ interest: PollEvents) {
            // A filter that can't be removed isn't registered any more.
            _ = try? update(token, from: interest, to: [])
        }

        /// Waits for events, at most that long or without limit if negative, and returns their number.
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
            if event.flags & UInt16(EV_EOF) != 0, event.filter == EVFILT_READ { ready.insert(.ended) }
            if event.flags & UInt16(EV_EOF) != 0, event.fflags != 0 || event.filter == EVFILT_WRITE {
                ready.insert(.broken)
            }
            return (PollToken(packed: UInt64(UInt(bitPattern: event.udata))), ready)
        }

        /// The number of readable bytes at which the read filter reports its descriptor; `nil` if there is to be no
        /// read filter.
        private static func readFilter(_ interest: PollEvents) -> Int? {
            // `Int.max` bytes never arrive, but the end of the peer's sending is reported in any case.
            interest.contains(.readable) ? 1 : interest.contains(.ended) ? .max : nil
        }

        private static func writeFilter(_ interest: PollEvents) -> Int? {
            interest.contains(.writable) ? 1 : nil
        }

        private func change(_ token: PollToken, _ filter: Int, _ old: Int?, _ new: Int?) throws(SystemError) {
            guard old != new else { return }
            var event = kevent(
                ident: UInt(token.descriptor), filter: Int16(filter), flags: UInt16(new == nil ? EV_DELETE : EV_ADD),
                fflags: filter == EVFILT_READ ? UInt32(NOTE_LOWAT) : 0, data: new ?? 0,
                udata: UnsafeMutableRawPointer(bitPattern: UInt(token.packed)))
            if kevent(descriptor, &event, 1, nil, 0, nil) != 0 { throw .last }
        }
    }
#endif
