import PassCore

extension RegistrationCode {
    /// Facts about the device, its app and the login that it requests, each at most once. They are returned when the
    /// code is read.
    ///
    /// The facts are in a list because most devices state only a few. Searching a short list takes less time than
    /// hashing, and absent facts take no memory, which matters when there are a million records.
    package struct Details: Sendable {
        private struct Fact: Sendable {
            let detail: Detail
            var text: String
        }

        private var facts: [Fact] = []

        package subscript(detail: Detail) -> String? {
            get {
                // A loop over the indices copies only the fact that is asked for.
                for index in facts.indices where facts[index].detail == detail { return facts[index].text }
                return nil
            }
            set {
                let index = facts.firstIndex { $0.detail == detail }
                switch (index, newValue) {
                case (let index?, let text?): facts[index].text = text
                case (let index?, nil): facts.remove(at: index)
                case (nil, let text?): facts.append(Fact(detail: detail, text: text))
                case (nil, nil): break
                }
            }
        }

        var byteCount: Int {
            facts.isEmpty ? 0 : facts.reduce(32) { $0 + MemoryLayout<Fact>.stride + $1.text.heapBytes }
        }
    }

    /// The kinds of facts. Snapshots contain their names.
    package enum Detail: String, Sendable, CaseIterable {
        case mvpd
        case registrationURL
        case deviceType
        case deviceUser
        case appID
        case appVersion
        /// The device information as sent: base64 of JSON, in any spelling that lenient decoders accept.
        case deviceInfo
        case userAgent
        /// The identifier of the application whose access token came with the request; absent without an access token.
        case application
        case applicationName
        case applicationVersion
        /// The client whose app asked for the login; present only for codes of REST API v2.
        case client
        /// The domain of the page or app that asked for the login.
        case domain
        /// The address to which the browser is finally sent.
        case redirectURL
        /// The subject of the platform's token that came with the request for the login.
        case platformSubject
        /// The subject of the programmer's token that came with the request for the login.
        case serviceSubject
        /// The network address of the device.
        case address
        /// The port of the device's connection, if it isn't a proxy's.
        case port
        /// Whether the device used TLS: `true` or `false`.
        case isSecure
    }
}

extension RegistrationCode.Details: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral facts: (RegistrationCode.Detail, String)...) {
        for (detail, text) in facts { self[detail] = text }
    }
}

extension RegistrationCode.Details: Hashable {
    package static func == (one: Self, other: Self) -> Bool {
        one.facts.count == other.facts.count
            && one.facts.allSatisfy { other[$0.detail]?.hasSameBytes(as: $0.text) == true }
    }

    package func hash(into hasher: inout Hasher) {
        // Equal details may have their facts in different orders, so the hash depends on the number of facts only.
        hasher.combine(facts.count)
    }
}

extension RegistrationCode.Details: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        self.init()
        for detail in RegistrationCode.Detail.allCases {
            if let text: String = try reader.readIfPresent(detail.rawValue) { self[detail] = text }
        }
    }

    package func write(to writer: inout SnapshotWriter) {
        for fact in facts { writer.write(fact.detail.rawValue, fact.text) }
    }
}
